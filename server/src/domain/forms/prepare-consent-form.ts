import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { ConsentFormRow } from './consent-form.ts'

const DAY_MS = 86_400_000

export interface NewConsentForm {
  templateId: string
  patientId: string
  branchId: string
  doctorId?: string | null
  appointmentId?: string | null
}

/** Puts a template before a patient, with its words as they are now. */
export async function prepareConsentForm(tx: Tx, input: NewConsentForm): Promise<ConsentFormRow> {
  const template = await tx.get('consent_template', input.templateId)
  await patientFile(tx, input.patientId)
  const { valid_days: days } = template
  return tx.add('consent_form', {
    id: newId('cns', Date.parse(tx.now)),
    template_id: template.id,
    patient_id: input.patientId,
    branch_id: input.branchId,
    doctor_id: input.doctorId ?? null,
    appointment_id: input.appointmentId ?? null,
    name: template.name,
    body: template.body,
    sign_required: template.sign_required,
    signed: false,
    signed_at: null,
    signer_name: null,
    witness_signed: false,
    witness_signed_at: null,
    witness_name: null,
    expires_at: days === null ? null : new Date(Date.parse(tx.now) + days * DAY_MS).toISOString(),
  })
}
