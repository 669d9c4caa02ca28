import type { ConsentForm } from '@clinic/contract/forms.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { ConsentFormRow } from '../domain/forms/consent-form.ts'

export const presentConsentForm = (row: ConsentFormRow): Static<typeof ConsentForm> => ({
  object: 'consent_form',
  id: row.id,
  name: row.name,
  signed: row.signed,
  signRequired: row.sign_required,
  signedAt: row.signed_at,
  witnessSigned: row.witness_signed,
  expiresAt: row.expires_at,
  templateId: row.template_id,
  patientId: row.patient_id,
  branchId: row.branch_id,
  doctorId: row.doctor_id,
  appointmentId: row.appointment_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
