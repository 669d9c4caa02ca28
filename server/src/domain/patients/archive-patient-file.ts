import { patientCreated, patientDeleted, patientUpdated } from '@clinic/contract/patients.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { PatientRow } from './patient-file.ts'
import { requireSettled } from './settled-patient.ts'

/** How long a deleted file can be restored. */
const RESTORE_MS = 30 * 86_400_000

const facts = ({ id, branch_id: branchId, doctor_id: doctorId }: PatientRow) => ({ id, branchId, doctorId })

async function lockOpen(tx: Tx, id: string): Promise<PatientRow> {
  const file = await tx.lock('patient', id)
  return file.deleted_at === null ? file : refuse('not_found', { resource: 'patient' })
}

/** Puts a file away, or takes it out again; a file that is as it is wanted stays as it is, and nothing is told. */
async function setArchived(tx: Tx, id: string, reason: string | null): Promise<PatientRow> {
  const before = await lockOpen(tx, id)
  const disabled = reason !== null
  if (disabled && !before.disabled) await requireSettled(tx, id, { money: false })
  const after = await changeRecord(tx, 'patient', before, { disabled, archive_reason: reason })
  if (after.disabled !== before.disabled) tx.emit(patientUpdated, { ...facts(after), changedFields: ['disabled'] }, {})
  return after
}

/** Puts a file away that is not needed for a visit to come: it is listed where it is asked for alone. */
export const archivePatient = (tx: Tx, { id, reason }: { id: string; reason: string }) => setArchived(tx, id, reason)
export const unarchivePatient = (tx: Tx, { id }: { id: string }) => setArchived(tx, id, null)

/** Deletes a file that is not needed any longer. For 30 days it can be restored. */
export async function deleteForStaff(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<PatientRow> {
  const before = await lockOpen(tx, id)
  await requireSettled(tx, id, { money: true })
  const after = await changeRecord(tx, 'patient', before, { deleted_at: tx.now, delete_reason: reason })
  tx.emit(patientDeleted, facts(after))
  return after
}

/** Opens a deleted file again under the same id, for 30 days; one that is restricted is opened by lifting the erasure. */
export async function restorePatient(tx: Tx, { id }: { id: string }): Promise<PatientRow> {
  const before = await tx.lock('patient', id)
  if (before.deleted_at === null) refuse('invalid_state_transition', { from: 'OPEN', to: 'OPEN' })
  if (before.merged_into_id !== null) refuse('invalid_state_transition', { from: 'MERGED', to: 'OPEN' })
  if (before.restricted_at !== null) refuse('invalid_state_transition', { from: 'RESTRICTED', to: 'OPEN' })
  if (Date.parse(before.deleted_at) < Date.parse(tx.now) - RESTORE_MS) refuse('undo_expired')
  const after = await changeRecord(tx, 'patient', before, { deleted_at: null, delete_reason: null })
  tx.emit(patientCreated, facts(after))
  return after
}
