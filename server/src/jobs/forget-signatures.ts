import { sql } from '../db/statement.ts'
import { forgetSignatures } from '../domain/signatures/forget-signatures.ts'
import { clinicJob } from './job.ts'

const forget = sql('select forget_signatures($1, $2)')

/** The database sees to it that the patient is anonymous, and that nothing else of a signature changes. */
export const forgetSignaturesJob = clinicJob(forgetSignatures, async ({ asRetention }, { companyId, patientId }) => {
  await asRetention(tx => tx.sql(forget([companyId, patientId])))
})
