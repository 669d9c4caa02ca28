import { ConsentForm, Form, FormSubmission } from '@clinic/contract/forms.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { listFormsOfPatient, PATIENT_FORM_KINDS, PATIENT_FORM_STATES } from '@clinic/contract/staff/patient-records.ts'
import type { TableRow } from '../db/tables.ts'
import type { PatientFormRow } from '../domain/forms/forms-of-patient.ts'
import { type Presenter, presenter } from '../kernel/presenter.ts'
import { wordOf } from '../kernel/values/word-of.ts'

export const presentConsentForm = presenter<TableRow<'consent_form'>, typeof ConsentForm>(ConsentForm)

/** A form with its current version, if one is published. */
export type ListedForm = TableRow<'form'> & { version_id: string | null; fields: unknown }

export const presentForm = presenter<ListedForm, typeof Form>(Form, {
  currentVersion: row =>
    row.version_id === null || !Array.isArray(row.fields)
      ? null
      : { id: row.version_id, versionNum: row.current_version, schema: row.fields },
})

const kindOf = wordOf(PATIENT_FORM_KINDS)
const stateOf = wordOf(PATIENT_FORM_STATES)

const presentAnswers = presenter<TableRow<'form_submission'>, typeof FormSubmission>(FormSubmission, {
  answers: ({ answers }) => (isRecord(answers) ? answers : {}),
})

interface InParts {
  answersWithoutContacts: Record<string, unknown>
}

export const presentFormSubmission: Presenter<TableRow<'form_submission'>, Static<typeof FormSubmission> & InParts> = (
  row,
  clinic,
) => {
  const shown = presentAnswers(row, clinic)
  return { ...shown, answersWithoutContacts: without(row.contact_keys, shown.answers) }
}

const without = (keys: readonly string[], answers: Record<string, unknown>): Record<string, unknown> =>
  keys.length === 0 ? answers : Object.fromEntries(Object.entries(answers).filter(([key]) => !keys.includes(key)))

export const presentPatientForm = presenter<PatientFormRow, typeof listFormsOfPatient.returns>(
  listFormsOfPatient.returns,
  { kind: ({ kind }) => kindOf(kind), state: ({ state }) => stateOf(state) },
)
