import { formSigned } from '@clinic/contract/forms.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ConsentFormRow } from './consent-form.ts'

interface Signature {
  id: string
  /** Who signed, as they wrote it. */
  name: string
}

/** Records the signature of the patient or their guardian, once and in time, and fires form.signed. */
export async function signConsentForm(tx: Tx, { id, name }: Signature): Promise<ConsentFormRow> {
  const before = await tx.lock('consent_form', id)
  if (before.signed) refuse('invalid_state_transition', { from: 'SIGNED', to: 'SIGNED' })
  requireInTime(tx, before)
  const after = await tx.update('consent_form', id, { signed: true, signed_at: tx.now, signer_name: name })
  const { branch_id: branchId, template_id: formId, patient_id: patientId } = after
  tx.emit(formSigned, { id, branchId, formId, patientId, status: 'SIGNED' })
  return after
}

/** Records the signature of a witness, once and in time. */
export async function witnessConsentForm(tx: Tx, { id, name }: Signature): Promise<ConsentFormRow> {
  const before = await tx.lock('consent_form', id)
  if (before.witness_signed) refuse('invalid_state_transition', { from: 'WITNESSED', to: 'WITNESSED' })
  requireInTime(tx, before)
  return tx.update('consent_form', id, { witness_signed: true, witness_signed_at: tx.now, witness_name: name })
}

function requireInTime({ now }: Tx, { expires_at }: ConsentFormRow): void {
  if (expires_at !== null && Date.parse(expires_at) <= Date.parse(now))
    refuse('invalid_state_transition', { from: 'EXPIRED', to: 'SIGNED' })
}
