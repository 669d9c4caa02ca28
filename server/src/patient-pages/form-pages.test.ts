import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormField } from '@clinic/contract/form-fields.ts'
import { addForm, listClinicForms, publishForm, saveFormDraft } from '@clinic/contract/staff/clinic-forms.ts'
import { createPatientLink, revokePatientLink } from '@clinic/contract/staff/patient-links.ts'
import { getFormSheet } from '@clinic/contract/staff/submissions.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { visitOf } from '../../test/support/clinic/checkout.ts'
import { openStaffScene } from '../../test/support/staff/scene.ts'

const app = await startApp()
const { clinic, branch, doctor, api } = await openStaffScene(app)
await app.sql(`update branch set phones = '{+966112345678}' where id = $1`, [branch.id])
const PATIENT_WORDS = /Salma|Haddad|smoke|تدخن|Penicillin|966500000001/i

const fields: FormField[] = [
  { key: 'habits', type: 'section', label: { en: 'Habits', ar: 'العادات' } },
  { key: 'smoker', type: 'boolean', label: { en: 'Do you <b>smoke</b>?', ar: 'هل تدخن؟' }, required: true },
  {
    key: 'perDay',
    type: 'integer',
    label: { en: 'How many a day?' },
    min: 1,
    visibleWhen: { key: 'smoker', equals: true },
  },
  {
    ...{ key: 'allergies', type: 'multiselect', label: { en: 'Allergies' } },
    options: ['Penicillin', 'Latex'].map(value => ({ value, label: { en: value } })),
  },
  { key: 'sore', type: 'teeth', label: { en: 'Which teeth hurt?' } },
]
const patientOf = (wish: object = {}) =>
  app.patient(branch, {
    ...{ first_name: 'Salma', last_name: 'Haddad', phone_number: '+966500000001', birth_date: '1990-05-04', ...wish },
  })
async function published(wish: object = {}) {
  const { body } = await api.call(addForm, { title: 'Medical history', fields, ...wish })
  const { status } = await api.call(publishForm, { id: body.data.id }, { headers: { 'if-match': '"1"' } })
  assert.equal(status, 200)
  return body.data.id
}
async function linkTo(kind: 'FORM' | 'FEEDBACK', subjectId: string, patientId: string, wish: object = {}) {
  const { status, body, text } = await api.call(createPatientLink, {
    ...{ kind, subjectId, patientId, channel: 'none' as const, ...wish },
  })
  assert.equal(status, 201, text)
  const url = `${app.url}/p/${kind.toLowerCase()}/${body.data.url.split('/').at(-1)}`
  return { linkId: body.data.id, id: body.data.subjectId, patientId, url }
}
const asked = async (wish: object = {}) => linkTo('FORM', await published(wish), (await patientOf()).id)
const send = (url: string, answers: readonly (readonly [string, string])[]) =>
  fetch(`${url}?lang=en`, { method: 'POST', body: new URLSearchParams(answers.map(([name, value]) => [name, value])) })
const shown = ['smoker', 'allergies', 'sore'].map(key => ['asked', key] as const)
const answering = (url: string, answers: readonly (readonly [string, string])[], year = '1990') =>
  send(url, [['action', 'answer'], ['year', year], ...shown, ...answers])
const heard = (id: string) =>
  app.sql<{ type: string }>(`select type from event where company_id = $1 and data->>'id' = $2`, [
    ...[clinic.company_id, id],
  ])
const sheet = async (id: string) => (await api.call(getFormSheet, { id })).body.data

test('a form is filled in by a link after the year of birth; what follows from an answer is asked then; form.submitted is fired once, and the link is used up', async () => {
  const { url, id, linkId } = await asked()
  assert.doesNotMatch(await (await fetch(url)).text(), PATIENT_WORDS)
  const wrong = await send(url, [['year', '1991']])
  assert.deepEqual([wrong.status, PATIENT_WORDS.test(await wrong.text())], [403, false])
  const page = await (await send(url, [['year', '1990']])).text()
  for (const words of ['Habits', 'Do you &lt;b&gt;smoke', 'Penicillin']) assert.ok(page.includes(words), words)
  assert.ok(!page.includes('How many a day?'))
  const more = await answering(url, [['q_smoker', 'yes']])
  assert.deepEqual([more.status, (await more.text()).includes('How many a day?')], [422, true])
  const all = [
    ['asked', 'perDay'],
    ['q_smoker', 'yes'],
    ['q_allergies', 'Latex'],
  ] as const
  const bad = await answering(url, [...all, ['q_perDay', '0'], ['q_sore', '99']])
  assert.deepEqual([bad.status, (await bad.text()).match(/Please check this answer/g)?.length], [422, 2])
  assert.deepEqual(await heard(id), [])
  const done = await answering(url, [...all, ['q_perDay', '٥'], ['q_sore', '11, 26']])
  assert.deepEqual([done.status, (await done.text()).includes('Your answers are sent')], [200, true])
  const { status, answers, link } = await sheet(id)
  assert.deepEqual(
    [status, answers, link?.state],
    ['SUBMITTED', { smoker: true, perDay: 5, allergies: ['Latex'], sore: [11, 26] }, 'USED'],
  )
  assert.deepEqual(await heard(id), [{ type: 'form.submitted' }])
  const again = await answering(url, [['q_smoker', 'no']])
  assert.deepEqual([again.status, /\+966112345678/.test(await again.text())], [410, true])
  const records = await app.sql<{ operation: string }>(
    'select distinct operation from audit_record where company_id = $1 and caller = $2 order by operation',
    [clinic.company_id, `system patient link ${linkId}`],
  )
  assert.deepEqual(
    records.map(({ operation }) => operation),
    ['answerForm', 'openForm', 'viewForm'],
  )
})

test('of two tabs that answer at the same time one wins; what is required is asked for', async () => {
  const { url, id } = await asked()
  const none = await answering(url, [])
  assert.deepEqual([none.status, (await none.text()).includes('Please answer this')], [422, true])
  const answers = await Promise.all([answering(url, [['q_smoker', 'no']]), answering(url, [['q_smoker', 'no']])])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 410])
  assert.deepEqual(await heard(id), [{ type: 'form.submitted' }])
})

test('who has begun a version answers that, also when another is published meanwhile; a form for one answer takes no second', async () => {
  const formId = await published()
  const patient = await patientOf()
  const first = await linkTo('FORM', formId, patient.id)
  const more: FormField[] = [...fields, { key: 'more', type: 'text', label: { en: 'More' }, required: true }]
  const saved = await api.call(saveFormDraft, { id: formId, fields: more }, { headers: { 'if-match': '"1"' } })
  assert.equal(saved.status, 200, saved.text)
  assert.equal(saved.body.data.unpublished, true)
  const stale = await api.call(publishForm, { id: formId }, { headers: { 'if-match': '"1"' } })
  assert.equal(stale.body.error?.code, 'changed_meanwhile')
  await api.call(publishForm, { id: formId }, { headers: { 'if-match': '"2"' } })
  assert.equal((await answering(first.url, [['q_smoker', 'no']])).status, 200)
  const again = await api.call(createPatientLink, {
    ...{ kind: 'FORM' as const, subjectId: formId, patientId: patient.id, channel: 'none' as const },
  })
  assert.equal(again.body.error?.code, 'invalid_state_transition')
  const found = (await api.list(listClinicForms, {})).body.data.find(({ id }) => id === formId)
  assert.deepEqual([found?.currentVersion?.versionNum, found?.unpublished], [2, false])
})

test('questions that do not fit together can be kept, and not published', async () => {
  const twice = [fields[1], fields[1]].flatMap(field => field ?? [])
  const { body } = await api.call(addForm, { title: 'Not yet', fields: twice })
  const refused = await api.call(publishForm, { id: body.data.id }, { headers: { 'if-match': '"1"' } })
  assert.deepEqual([refused.status, refused.body.error?.details?.issues?.[0]?.path], [400, '/fields/1/key'])
})

test('expired, used, revoked and replaced links to forms and visits: 410, with the phone, and no word of the patient', async () => {
  const [expired, revoked, replaced] = [await asked(), await asked(), await asked()]
  await app.sql(`update patient_link set expires_at = '2020-01-01' where id = $1`, [expired.linkId])
  await api.call(revokePatientLink, { id: revoked.linkId })
  const newer = await linkTo('FORM', replaced.id, replaced.patientId)
  assert.equal(newer.id, replaced.id)
  for (const { url, id } of [expired, revoked, replaced]) {
    for (const answer of [await fetch(`${url}?lang=en`), await answering(url, [['q_smoker', 'no']])]) {
      const page = await answer.text()
      assert.deepEqual([answer.status, /\+966112345678/.test(page), PATIENT_WORDS.test(page)], [410, true, false])
    }
    assert.deepEqual(await heard(id), [])
  }
  for (const other of ['consent', 'feedback']) {
    const answer = await fetch(newer.url.replace('/p/form/', `/p/${other}/`))
    assert.deepEqual([answer.status, PATIENT_WORDS.test(await answer.text())], [404, false])
  }
})

test('a patient says how a visit was, once, without a year of birth; feedback.submitted is fired once', async () => {
  const patient = await patientOf()
  const coming = await visitOf(app, { clinic, branch, doctor, patient })
  const early = { kind: 'FEEDBACK' as const, subjectId: coming, patientId: patient.id, channel: 'none' as const }
  assert.equal((await api.call(createPatientLink, early)).body.error?.code, 'invalid_state_transition')
  await app.sql(`update appointment set status = 'COMPLETED' where id = $1`, [coming])
  const { url } = await linkTo('FEEDBACK', coming, patient.id)
  const page = await (await fetch(`${url}?lang=en`)).text()
  assert.deepEqual(
    [/How was your visit/.test(page), /name="year"/.test(page), PATIENT_WORDS.test(page)],
    [true, false, false],
  )
  assert.equal((await send(url, [['action', 'answer']])).status, 422)
  const opinion = [
    ['action', 'answer'],
    ['rating', '4'],
    ['score', '0'],
    ['comment', '<b>Kind</b>'],
  ] as const
  const answers = await Promise.all([send(url, opinion), send(url, opinion)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 410])
  const said = await app.sql<{
    id: string
    rating: number
    recommend_score: number
    comment: string
    doctor_id: string
  }>(
    'select id, rating, recommend_score, comment, doctor_id from feedback where company_id = $1 and appointment_id = $2',
    [clinic.company_id, coming],
  )
  assert.deepEqual(
    said.map(({ id: _id, ...rest }) => rest),
    [{ rating: 4, recommend_score: 0, comment: '<b>Kind</b>', doctor_id: doctor.id }],
  )
  assert.deepEqual(await heard(said[0]?.id ?? ''), [{ type: 'feedback.submitted' }])
  assert.equal((await fetch(url)).status, 410)
  assert.equal((await api.call(createPatientLink, early)).body.error?.code, 'invalid_state_transition')
})
