import {
  type ConsentForm,
  createFormSubmission,
  type Form,
  type FormSubmission,
  getFormSubmission,
  listConsentForms,
  listFormSubmissions,
  listForms,
} from '@clinic/contract/forms.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { ConsentFormRow } from '../domain/forms/consent-form.ts'
import { type FormRow, type SubmissionRow, submissionStatus } from '../domain/forms/form.ts'
import { submitForm } from '../domain/forms/submit-form.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'

/** A form with its current version, if one is published. */
type ListedForm = FormRow & { version_id: string | null; fields: unknown }

const present = (row: ListedForm): Static<typeof Form> => ({
  object: 'form',
  id: row.id,
  title: row.title,
  active: row.active,
  multipleSubmissionsAllowed: row.multiple_submissions_allowed,
  currentVersion:
    row.version_id === null || !Array.isArray(row.fields)
      ? null
      : { id: row.version_id, versionNum: row.current_version, schema: row.fields },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const presentSubmission = (row: SubmissionRow): Static<typeof FormSubmission> => ({
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

const presentConsent = (row: ConsentFormRow): Static<typeof ConsentForm> => ({
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

const source = listSource<ListedForm>({
  name: 'listForms',
  // Looked up for each form that is shown, and never before the forms are chosen: hence the offset.
  from: `form t left join lateral (
    select id, fields from form_version
    where company_id = t.company_id and form_id = t.id and version_num = t.current_version offset 0) as v on true`,
  columns: 't.*, v.id as version_id, v.fields',
})

const submissions = listSource<SubmissionRow>({
  name: 'listFormSubmissions',
  from: 'form_submission t',
  columns: 't.*',
  filters: {
    formId: value => `t.form_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    status: value => `t.status = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

const consents = listSource<ConsentFormRow>({
  name: 'listConsentForms',
  from: 'consent_form t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    signed: value => `t.signed = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

export const forms = [
  implement(listForms, (tx, query) => page(tx, source, query, present)),
  implement(listFormSubmissions, (tx, query) => page(tx, submissions, query, presentSubmission)),
  implement(createFormSubmission, async (tx, input) => ({ data: presentSubmission(await submitForm(tx, input)) })),
  implement(getFormSubmission, async (tx, { id }) => ({
    data: presentSubmission(await tx.get('form_submission', id)),
  })),
  implement(listConsentForms, (tx, query) => page(tx, consents, query, presentConsent)),
]
