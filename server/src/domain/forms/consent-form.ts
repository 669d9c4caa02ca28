import { formSigned } from '@clinic/contract/forms.ts'
import type { TableRow } from '../../db/tables.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'

export type ConsentFormRow = TableRow<'consent_form'>

const DAY_MS = 86_400_000

/** Adds a template of consent forms: a form made of it may be signed for so many days after it was prepared. */
export const createConsentTemplate = (
  tx: Tx,
  input: NewFields<'consent_template'>,
): Promise<TableRow<'consent_template'>> =>
  tx.insert('consent_template', { ...columnsOf(input), id: newId('cnt', Date.parse(tx.now)) })

type ConsentFields = Pick<NewFields<'consent_form'>, 'patientId' | 'branchId' | 'doctorId' | 'appointmentId'>

/** Puts a template before a patient, with its words as they are now. */
export async function prepareConsentForm(
  tx: Tx,
  input: ConsentFields & { templateId: string },
): Promise<ConsentFormRow> {
  const { name, body, sign_required, valid_days: days } = await tx.get('consent_template', input.templateId)
  await patientFile(tx, input.patientId)
  return tx.insert('consent_form', {
    ...columnsOf(input),
    ...{ name, body, sign_required },
    id: newId('cns', Date.parse(tx.now)),
    expires_at: days === null ? null : new Date(Date.parse(tx.now) + days * DAY_MS).toISOString(),
  })
}

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
