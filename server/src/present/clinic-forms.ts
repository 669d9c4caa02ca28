import { areFormFields, type FormField } from '@clinic/contract/form-fields.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import { ClinicForm, listFormVersions } from '@clinic/contract/staff/clinic-forms.ts'
import { FormSheet, type SUBMISSION_DEEDS } from '@clinic/contract/staff/submissions.ts'
import type { FormVersionRow } from '../domain/forms/form.ts'
import type { AnsweredForm, WrittenForm } from '../domain/forms/read-forms.ts'
import { linkState, type PatientLinkRow } from '../domain/links/patient-link.ts'
import { presenter } from '../kernel/presenter.ts'
import { patientName } from './patient-name.ts'

/** Questions as they were stored; those of a draft each fit by themselves. */
const fieldsIn = (fields: unknown): FormField[] => {
  const stored: unknown[] = Array.isArray(fields) ? fields : []
  return stored.filter(isStored)
}
const isStored = (field: unknown): field is FormField => isRecord(field) && typeof field.key === 'string'

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const presentClinicForm = presenter<WrittenForm, typeof ClinicForm>(ClinicForm, {
  currentVersion: ({ version_id: id, current_version: versionNum, fields }) =>
    id === null || !Array.isArray(fields) ? null : { id, versionNum, schema: fields },
  draft: row => ({
    fields: fieldsIn(row.draft_fields),
    version: row.draft_version,
    updatedAt: row.draft_saved_at,
  }),
  unpublished: row => !isSame(row.draft_fields, row.fields ?? []),
})

export const presentFormVersion = presenter<FormVersionRow, typeof listFormVersions.returns>(listFormVersions.returns, {
  fields: ({ fields }) => (areFormFields(fields) ? fields : []),
})

interface Sheet extends AnsweredForm {
  link: PatientLinkRow | undefined
  allowed: (typeof SUBMISSION_DEEDS)[number][]
  now: string
}

export const presentFormSheet = presenter<Sheet, typeof FormSheet>(FormSheet, {
  answers: ({ answers }) => (isRecord(answers) ? answers : {}),
  fields: ({ fields }) => fieldsIn(fields),
  patientName,
  link: ({ link, now }) => (link ? { id: link.id, state: linkState(link, now), expiresAt: link.expires_at } : null),
})
