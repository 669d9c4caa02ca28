import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormField } from '@clinic/contract/form-fields.ts'
import {
  createFormSubmission,
  getFormSubmission,
  listConsentForms,
  listFormSubmissions,
  listForms,
} from '@clinic/contract/forms.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { prepareConsentForm, signConsentForm } from '../domain/forms/consent-form.ts'
import { createConsentTemplate } from '../domain/forms/consent-template.ts'
import { changeForm, createForm, publishFormVersion } from '../domain/forms/form.ts'
import { completeDraft, draftForm } from '../domain/forms/submit-form.ts'
import { Refusal } from '../kernel/errors.ts'

const app = await startApp()
const { clinic, branch, doctor, patient, api } = await app.practice()

const label = { en: 'Question' }
const FIELDS: FormField[] = [
  { key: 'smoker', type: 'boolean', label, required: true },
  { key: 'perDay', type: 'integer', label, min: 1, visibleWhen: { key: 'smoker', equals: true } },
]
const history = await app.write(clinic, tx =>
  createForm(tx, { title: 'Medical history', multipleSubmissionsAllowed: true, fields: FIELDS }),
)
const formId = history.form.id
const submit = (answers: Record<string, unknown>, values: { formId?: string; patientId?: string } = {}) =>
  api.call(createFormSubmission, { formId, patientId: patient.id, answers, ...values })
const refusedWith = (code: string, details?: unknown) => (error: unknown) => {
  assert.ok(error instanceof Refusal)
  assert.equal(error.code, code)
  if (details) assert.deepEqual(error.details, details)
  return true
}
const eventsOf = (id: string) => app.sql(`select type, data from event where data->>'id' = $1`, [id])

test('shows a form with the version that is answered now', async () => {
  const [form] = await api.all(listForms, {})
  const { version } = history
  assert.deepEqual(form, {
    ...{ object: 'form', id: formId, title: 'Medical history', active: true, multipleSubmissionsAllowed: true },
    currentVersion: { id: version?.id, versionNum: 1, schema: FIELDS },
    ...{ createdAt: history.form.created_at, updatedAt: history.form.updated_at },
  })
})

test('a submission that fits is kept, shown and fires form.submitted', async () => {
  const answers = { smoker: true, perDay: 5 }
  const { status, body } = await submit(answers)
  assert.equal(status, 201)
  const { id } = body.data
  assert.deepEqual(
    [body.data.answers, body.data.status, body.data.versionId],
    [answers, 'SUBMITTED', history.version?.id],
  )
  assert.deepEqual((await api.call(getFormSubmission, { id })).body.data, body.data)
  assert.deepEqual(await eventsOf(id), [
    {
      type: 'form.submitted',
      data: { id, object: 'form_submission', formId, patientId: patient.id, status: 'SUBMITTED' },
    },
  ])
})

test('names every answer that does not fit', async () => {
  const { status, body } = await submit({ smoker: 'yes', perDay: 0, other: 1 })
  assert.equal(status, 400)
  assert.deepEqual(
    body.error.details?.issues?.map(({ path }) => path),
    ['/answers/other', '/answers/smoker', '/answers/perDay'],
  )
  assert.equal((await submit({})).body.error.details?.issues?.[0]?.path, '/answers/smoker')
})

test('the form and the patient must be this clinic’s, and the patient’s file must not be deleted', async () => {
  const elsewhere = await app.practice()
  const gone = await app.patient(branch, { deleted_at: new Date().toISOString() })
  for (const values of [{ formId: 'frm_none' }, { patientId: elsewhere.patient.id }, { patientId: gone.id }])
    assert.equal((await submit({ smoker: false }, values)).status, 404)
})

test('takes no answers while it is inactive or unpublished', async () => {
  const { form } = await app.write(clinic, tx => createForm(tx, { title: 'Not yet' }))
  const early = await submit({}, { formId: form.id })
  assert.deepEqual([early.status, early.body.error.details], [409, { from: 'UNPUBLISHED', to: 'SUBMITTED' }])
  await app.write(clinic, tx => publishFormVersion(tx, { formId: form.id, fields: FIELDS }))
  await app.write(clinic, tx => changeForm(tx, { id: form.id, active: false }))
  const late = await submit({ smoker: false }, { formId: form.id })
  assert.deepEqual([late.status, late.body.error.details], [409, { from: 'INACTIVE', to: 'SUBMITTED' }])
})

test('of many submissions at the same time to a form that allows one, exactly one is kept', async () => {
  const { form } = await app.write(clinic, tx => createForm(tx, { title: 'Once', fields: FIELDS }))
  const answers = await Promise.all(Array.from({ length: 6 }, () => submit({ smoker: false }, { formId: form.id })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409])
  const again = await submit({ smoker: false }, { formId: form.id })
  assert.deepEqual([again.status, again.body.error.code], [409, 'invalid_state_transition'])
  const other = await app.patient(branch)
  assert.equal((await submit({ smoker: false }, { formId: form.id, patientId: other.id })).status, 201)
})

test('a draft may lack answers, fires nothing, and is submitted once to the version it was begun with', async () => {
  const draft = await app.write(clinic, tx => draftForm(tx, { formId, patientId: patient.id, answers: {} }))
  const { id } = draft
  assert.deepEqual(await eventsOf(id), [])
  const { version } = await app.write(clinic, tx =>
    publishFormVersion(tx, { formId, fields: [...FIELDS, { key: 'more', type: 'text', label, required: true }] }),
  )
  const complete = (answers: Record<string, unknown>) =>
    app.write(clinic, tx => completeDraft(tx, { id, answers, submit: true }))
  await assert.rejects(complete({ smoker: true, more: 'x' }), refusedWith('validation_failed'))
  const done = await complete({ smoker: true })
  assert.deepEqual([done.status, done.version_id === version.id], ['SUBMITTED', false])
  await assert.rejects(complete({ smoker: false }), refusedWith('invalid_state_transition'))
  assert.equal((await eventsOf(id)).length, 1)
  const [form] = (await api.all(listForms, {})).filter(one => one.id === formId)
  assert.deepEqual([form?.currentVersion?.id, form?.currentVersion?.versionNum], [version.id, 2])
})

test('a new version shows the form to a client that polls for changes', async () => {
  const [before] = (await api.all(listForms, {})).filter(one => one.id === formId)
  await app.write(clinic, tx => publishFormVersion(tx, { formId, fields: FIELDS }))
  const changed = await api.all(listForms, { updatedAfter: String(before?.updatedAt) })
  assert.deepEqual(
    changed.map(({ id, currentVersion }) => [id, currentVersion?.versionNum]),
    [[formId, 3]],
  )
})

test('refuses to publish fields that contradict themselves', async () => {
  const fields: FormField[] = [{ key: 'a', type: 'select', label }]
  await assert.rejects(
    app.write(clinic, tx => publishFormVersion(tx, { formId, fields })),
    refusedWith('validation_failed', {
      issues: [{ path: '/fields/0/options', code: 'required', message: 'is required' }],
    }),
  )
})

test('the filters narrow the submissions', async () => {
  const everything = await api.all(listFormSubmissions, {})
  await app.write(clinic, tx => draftForm(tx, { formId, patientId: patient.id, answers: {} }))
  const submitted = await api.all(listFormSubmissions, { status: 'SUBMITTED' })
  assert.deepEqual(submitted, everything)
  const own = await api.all(listFormSubmissions, { formId, patientId: patient.id, status: 'SUBMITTED' })
  assert.deepEqual(
    own,
    everything.filter(one => one.formId === formId && one.patientId === patient.id),
  )
  assert.equal((await api.all(listFormSubmissions, { status: 'DRAFT' })).length, 1)
})

const template = await app.write(clinic, tx =>
  createConsentTemplate(tx, { name: 'Consent to extraction', body: 'I agree.', validDays: 30 }),
)
const prepare = () =>
  app.write(clinic, tx =>
    prepareConsentForm(tx, {
      ...{ templateId: template.id, patientId: patient.id, branchId: branch.id, doctorId: doctor.id },
    }),
  )

test('a consent form is signed by one person alone; form.signed names its template and no person', async () => {
  const { id } = await prepare()
  const signed = await app.write(clinic, tx => signConsentForm(tx, { id, name: 'A Patient' }))
  await assert.rejects(
    app.write(clinic, tx => signConsentForm(tx, { id, name: 'Another' })),
    refusedWith('invalid_state_transition', { from: 'SIGNED', to: 'SIGNED' }),
  )
  const [shown] = await api.all(listConsentForms, { signed: true, patientId: patient.id, branchId: branch.id })
  assert.deepEqual(shown, {
    ...{ object: 'consent_form', id, name: 'Consent to extraction', signed: true, signRequired: true },
    ...{ signedAt: signed.signed_at, witnessSigned: false, expiresAt: signed.expires_at, templateId: template.id },
    ...{ patientId: patient.id, branchId: branch.id, doctorId: doctor.id, appointmentId: null },
    ...{ createdAt: signed.created_at, updatedAt: signed.updated_at },
  })
  assert.deepEqual(await eventsOf(id), [
    {
      type: 'form.signed',
      data: {
        ...{ id, object: 'consent_form', branchId: branch.id, formId: template.id, patientId: patient.id },
        status: 'SIGNED',
      },
    },
  ])
})

test('an expired consent form is no longer signed', async () => {
  const { id } = await prepare()
  await app.sql(`update consent_form set expires_at = now() - interval '1 second' where id = $1`, [id])
  await assert.rejects(
    app.write(clinic, tx => signConsentForm(tx, { id, name: 'Late' })),
    refusedWith('invalid_state_transition', { from: 'EXPIRED', to: 'SIGNED' }),
  )
  assert.equal((await api.all(listConsentForms, { signed: false })).length, 1)
})
