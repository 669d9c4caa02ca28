import type { FormSubmission } from '@clinic/contract/forms.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type SubmissionRow, submissionStatus } from '../domain/forms/submit-form.ts'

export const presentFormSubmission = (row: SubmissionRow): Static<typeof FormSubmission> => ({
  object: 'form_submission',
  id: row.id,
  formId: row.form_id,
  versionId: row.version_id,
  patientId: row.patient_id,
  ref: row.ref,
  status: submissionStatus(row),
  answers: isRecord(row.answers) ? row.answers : {},
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
