import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { filesOfPatient } from '../patients/files-of-patient.ts'
import { type PrivacyRow, patientPrivacy, privacyState } from './patient-privacy.ts'

/** Keeps a file from being restricted or made anonymous, as long as there is a reason to. */
export async function putLegalHold(tx: Tx, { id, reason }: { id: string; reason: string | null }): Promise<PrivacyRow> {
  const file = await tx.lock('patient', id)
  if (file.anonymised_at !== null) refuse('invalid_state_transition', { from: privacyState(file), to: 'ANONYMISED' })
  for (const one of await filesOfPatient(tx, id))
    await changeRecord(tx, 'patient', one === id ? file : await tx.lock('patient', one), { legal_hold: reason })
  return patientPrivacy(tx, id)
}
