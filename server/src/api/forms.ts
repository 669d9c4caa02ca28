import {
  createFormSubmission,
  getFormSubmission,
  listConsentForms,
  listFormSubmissions,
  listForms,
} from '@clinic/contract/forms.ts'
import type { ConsentFormRow } from '../domain/forms/consent-form.ts'
import { type SubmissionRow, submitForm } from '../domain/forms/submit-form.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentConsentForm } from '../present/consent-form.ts'
import { type ListedForm, presentForm } from '../present/form.ts'
import { presentFormSubmission } from '../present/form-submission.ts'

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
  implement(listForms, (tx, query) => page(tx, source, query, presentForm)),
  implement(listFormSubmissions, (tx, query) => page(tx, submissions, query, presentFormSubmission)),
  implement(createFormSubmission, async (tx, input) => ({ data: presentFormSubmission(await submitForm(tx, input)) })),
  implement(getFormSubmission, async (tx, { id }) => ({
    data: presentFormSubmission(await tx.get('form_submission', id)),
  })),
  implement(listConsentForms, (tx, query) => page(tx, consents, query, presentConsentForm)),
]
