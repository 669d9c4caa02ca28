import { patientCreated } from '@clinic/contract/patients.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { filesOfPatient } from '../patients/files-of-patient.ts'
import { OF_PATIENT } from './fate.ts'
import { FATES } from './fates.ts'
import { type PrivacyRow, patientPrivacy, privacyState } from './patient-privacy.ts'
import { giveTextsBack } from './withheld-text.ts'

const remove = sql<{ was_deleted: boolean }>(`
  delete from restricted_patient where company_id = $1 and patient_id = $2 returning was_deleted`)
/** What is kept beside records is read by no delta. */
const BESIDE = ['record_change', 'restricted_patient']
/** What was hidden is there again: those who read changes alone see it change. */
const shown = Object.entries(FATES).flatMap(([table, { of, stays, sealed }]) =>
  of === OF_PATIENT && !stays && !sealed && !BESIDE.includes(table)
    ? [sql(`update ${table} set updated_at = $3 where company_id = $1 and patient_id = $2`)]
    : [],
)

/** Opens a restricted file again, as it was: fires patient.created, unless it was deleted before it was restricted. */
export async function liftErasure(tx: Tx, { id }: { id: string }): Promise<PrivacyRow> {
  const file = await tx.lock('patient', id)
  if (file.restricted_at === null || file.anonymised_at !== null)
    refuse('invalid_state_transition', { from: privacyState(file), to: 'OPEN' })
  let stayed = file.deleted_at
  for (const one of await filesOfPatient(tx, id)) {
    const deletedAt = await lift(tx, one)
    if (one === id) stayed = deletedAt
  }
  if (stayed === null) tx.emit(patientCreated, { id, branchId: file.branch_id, doctorId: file.doctor_id })
  return patientPrivacy(tx, id)
}

/** Opens one of the patient's files; answers since when it is deleted all the same. */
async function lift(tx: Tx, id: string): Promise<string | null> {
  const file = await tx.lock('patient', id)
  const [restricted] = await tx.sql(remove([tx.clinic.id, id]))
  if (!restricted) return file.deleted_at
  const stayed = restricted.was_deleted ? file.deleted_at : null
  await changeRecord(tx, 'patient', file, { restricted_at: null, anonymise_at: null, deleted_at: stayed })
  await giveTextsBack(tx, id)
  for (const touch of shown) await tx.sql(touch([tx.clinic.id, id, tx.now]))
  return stayed
}
