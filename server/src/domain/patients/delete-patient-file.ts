import { patientDeleted } from '@clinic/contract/patients.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { PatientRow } from './patient-file.ts'

/**
 * Deletes a patient's file and fires patient.deleted. From then on the file is not found and nothing new refers to it; what
 * was recorded of the patient stays, as the clinic has to keep it.
 */
export async function deletePatientFile(tx: Tx, { id }: { id: string }): Promise<PatientRow> {
  const before = await tx.lock('patient', id)
  if (before.deleted_at !== null) refuse('not_found', { resource: 'patient' })
  const after = await changeRecord(tx, 'patient', before, { deleted_at: tx.now })
  tx.emit(patientDeleted, { id, branchId: after.branch_id, doctorId: after.doctor_id })
  return after
}
