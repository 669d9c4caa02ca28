import { leadConverted } from '@clinic/contract/leads.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { openPatientFile } from '../patients/open-patient-file.ts'
import { type Lead, leadFacts, leadFile } from './lead.ts'
import { lockStages, placeLead, stageOf } from './move-lead.ts'

export interface Conversion {
  id: string
  /** The patient that the lead is; a file is opened for a new one unless told. */
  patientId?: string
  /** The new patient's name; taken from the lead's when that has two words. */
  firstName?: string
  lastName?: string
  /** Where the lead goes, such as the stage of those won; it stays unless told. */
  stageId?: string
}

/** Conversations are locked before stages and leads, everywhere. */
const lockThreads = sql(
  'select id from conversation where company_id = $1 and lead_id = $2 order by id for no key update',
)
const handOver = sql(`
  update conversation set patient_id = $3, updated_at = $4
  where company_id = $1 and lead_id = $2 and patient_id is null`)

/**
 * Makes a lead a patient. It happens once: lead.converted is fired when the patient is first set, with
 * lead.stage_changed only if the lead moved too. Its conversation becomes the patient's.
 */
export async function convertLead(tx: Tx, input: Conversion): Promise<Lead> {
  await tx.sql(lockThreads([tx.clinic.id, input.id]))
  const stages = await lockStages(tx)
  const before = await tx.lock('lead', input.id)
  if (before.patient_id !== null) return refuse('invalid_state_transition', { from: 'converted', to: 'converted' })
  const to = stageOf(stages, input.stageId ?? before.stage_id)
  const patientId = input.patientId ?? (await openFile(tx, await leadFile(tx, input.id), input))
  const converted = await tx.update('lead', input.id, { patient_id: patientId, journeyed_at: tx.now })
  const placed = to.id === before.stage_id ? converted : await placeLead(tx, { lead: converted, to })
  await tx.sql(handOver([tx.clinic.id, input.id, patientId, tx.now]))
  tx.emit(leadConverted, leadFacts(placed), { patientId: null })
  return leadFile(tx, input.id)
}

async function openFile(tx: Tx, lead: Lead, { firstName, lastName }: Conversion): Promise<string> {
  const [first = '', ...others] = lead.name.trim().split(/\s+/)
  const last = lastName ?? others.join(' ')
  if (last === '') return refuseInput({ path: '/lastName', code: 'required', message: 'is required' })
  const patient = await openPatientFile(tx, {
    branchId: lead.branch_id,
    firstName: firstName ?? first,
    lastName: last,
    phoneNumber: lead.phone ?? undefined,
    email: lead.email ?? undefined,
  })
  return patient.id
}
