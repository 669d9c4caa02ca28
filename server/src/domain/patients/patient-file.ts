import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { PatientRow } from './open-patient-file.ts'

/** The patient's file; a deleted one is not found. */
export async function patientFile(tx: Tx, id: string): Promise<PatientRow> {
  const patient = await tx.get('patient', id)
  return patient.deleted_at === null ? patient : refuse('not_found', { resource: 'patient' })
}
