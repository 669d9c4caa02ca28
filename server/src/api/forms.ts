import {
  createFormSubmission,
  getFormSubmission,
  listConsentForms,
  listFormSubmissions,
  listForms,
} from '@clinic/contract/forms.ts'
import { submitForm } from '../domain/forms/submit-form.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { getRecord, listRecords, presented } from '../kernel/record-operations.ts'
import { type ListedForm, presentConsentForm, presentForm, presentFormSubmission } from '../present/forms.ts'

const source = listSource<ListedForm>({
  name: 'listForms',
  // Looked up for each form that is shown, and never before the forms are chosen: hence the offset.
  from: `form t left join lateral (
    select id, fields from form_version
    where company_id = t.company_id and form_id = t.id and version_num = t.current_version offset 0) as v on true`,
  columns: 't.*, v.id as version_id, v.fields',
})

export const forms = [
  implement(listForms, (tx, query) => page(tx, source, query, presentForm)),
  listRecords(listFormSubmissions, 'form_submission', presentFormSubmission),
  implement(createFormSubmission, presented(submitForm, presentFormSubmission)),
  getRecord(getFormSubmission, 'form_submission', presentFormSubmission),
  listRecords(listConsentForms, 'consent_form', presentConsentForm),
]
