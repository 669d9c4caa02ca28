import { formSigned } from '@clinic/contract/forms.ts'
import type { CONSENT_STATES } from '@clinic/contract/staff/consent-sheet.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { columnsOf } from '../../kernel/columns.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'

export type ConsentFormRow = TableRow<'consent_form'>
export type ConsentState = (typeof CONSENT_STATES)[number]

const DAY_MS = 86_400_000

/** How far a consent has come. What was ended or expired holds no longer, whether it was signed or not. */
export function consentState(row: ConsentFormRow, now: string): ConsentState {
  if (row.revoked_at !== null) return 'REVOKED'
  if (row.expires_at !== null && Date.parse(row.expires_at) <= Date.parse(now)) return 'EXPIRED'
  if (!row.signed) return row.sign_required ? 'UNSIGNED' : 'OPEN'
  return row.witness_required && !row.witness_signed ? 'UNWITNESSED' : 'SIGNED'
}

export const isSignable = (state: ConsentState): boolean => state === 'UNSIGNED' || state === 'OPEN'

interface NewConsent {
  templateId: string
  patientId: string
  branchId: string
  doctorId?: string | undefined
  appointmentId?: string | undefined
  treatmentIds?: readonly string[] | undefined
}

/** Puts a template before a patient, with its words as they are now. */
export async function prepareConsentForm(tx: Tx, input: NewConsent): Promise<ConsentFormRow> {
  const { name, name_ar, body, body_ar, ...template } = await tx.get('consent_template', input.templateId)
  const { sign_required, witness_required, valid_days: days } = template
  await patientFile(tx, input.patientId)
  const visit = await requireNamed(tx, input)
  return tx.insert('consent_form', {
    ...columnsOf(input),
    ...{ name, name_ar, body, body_ar, sign_required, witness_required },
    id: newId('cns', Date.parse(tx.now)),
    doctor_id: input.doctorId ?? visit?.doctor_id ?? null,
    treatment_ids: [...new Set(input.treatmentIds)],
    expires_at: days === null ? null : new Date(Date.parse(tx.now) + days * DAY_MS).toISOString(),
  })
}

const treatmentsOf = sql<{ id: string }>(
  'select id from treatment where company_id = $1 and patient_id = $2 and id = any($3)',
)

/** Refuses what is not there, or another patient's; the visit that is named. */
async function requireNamed(tx: Tx, { patientId, branchId, doctorId, ...named }: NewConsent) {
  await tx.get('branch', branchId)
  if (doctorId !== undefined) await tx.get('practitioner', doctorId)
  const visit = named.appointmentId === undefined ? undefined : await tx.get('appointment', named.appointmentId)
  if (visit && visit.patient_id !== patientId) refuse('not_found', { resource: 'appointment' })
  const treatmentIds = new Set(named.treatmentIds)
  const found = treatmentIds.size === 0 ? [] : await tx.sql(treatmentsOf([tx.clinic.id, patientId, [...treatmentIds]]))
  if (found.length < treatmentIds.size) refuse('not_found', { resource: 'treatment' })
  return visit
}

interface Signature {
  id: string
  /** Who signed, as they wrote it. */
  name: string
}

/** Records the signature of the patient or their guardian, once and in time, and fires form.signed. */
export async function signConsentForm(tx: Tx, { id, name }: Signature): Promise<ConsentFormRow> {
  const before = await tx.lock('consent_form', id)
  const from = before.signed ? 'SIGNED' : consentState(before, tx.now)
  if (!isSignable(from)) refuse('invalid_state_transition', { from, to: 'SIGNED' })
  const after = await tx.update('consent_form', id, { signed: true, signed_at: tx.now, signer_name: name })
  const { branch_id: branchId, template_id: formId, patient_id: patientId } = after
  tx.emit(formSigned, { id, branchId, formId, patientId, status: 'SIGNED' })
  return after
}

/** Ends a consent: it expires now, and that it was signed stays. No event is fired. */
export async function revokeConsent(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<ConsentFormRow> {
  const from = consentState(await tx.lock('consent_form', id), tx.now)
  if (from === 'REVOKED' || from === 'EXPIRED') refuse('invalid_state_transition', { from, to: 'REVOKED' })
  return tx.update('consent_form', id, { revoked_at: tx.now, revoke_reason: reason, expires_at: tx.now })
}
