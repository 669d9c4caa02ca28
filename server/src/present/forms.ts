import { ConsentForm, Form, FormSubmission } from '@clinic/contract/forms.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { TableRow } from '../db/tables.ts'
import { presenter } from '../kernel/presenter.ts'

export const presentConsentForm = presenter<TableRow<'consent_form'>, typeof ConsentForm>(ConsentForm)

/** A form with its current version, if one is published. */
export type ListedForm = TableRow<'form'> & { version_id: string | null; fields: unknown }

export const presentForm = presenter<ListedForm, typeof Form>(Form, {
  currentVersion: row =>
    row.version_id === null || !Array.isArray(row.fields)
      ? null
      : { id: row.version_id, versionNum: row.current_version, schema: row.fields },
})

export const presentFormSubmission = presenter<TableRow<'form_submission'>, typeof FormSubmission>(FormSubmission, {
  answers: ({ answers }) => (isRecord(answers) ? answers : {}),
})
