import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getCommunication, listCommunications, sendMessage } from '@clinic/contract/communications.ts'
import { listConversationMessages, listConversations } from '@clinic/contract/conversations.ts'
import { createFormSubmission, getFormSubmission, listFormSubmissions } from '@clinic/contract/forms.ts'
import { operations } from '@clinic/contract/index.ts'
import { listInsurancePolicies } from '@clinic/contract/insurance.ts'
import { pathNames } from '@clinic/contract/kernel.ts'
import { createLead, getLead, listLeads, updateLead } from '@clinic/contract/leads.ts'
import { createPatient, listPatients } from '@clinic/contract/patients.ts'
import { createForm } from '../../src/domain/forms/form.ts'
import { addInsurer } from '../../src/domain/insurance/insurer.ts'
import { addPolicy } from '../../src/domain/insurance/policy.ts'
import { convertLead } from '../../src/domain/leads/convert-lead.ts'
import { startApp } from '../support/app/harness.ts'
import { writeTo } from '../support/clinic/incoming-message.ts'
import { nextPhone, pipeline } from '../support/clinic/lead-stages.ts'
import { template } from '../support/clinic/message-templates.ts'
import { inputFor, proven } from './input-for.ts'
import { ALL_SCOPES, call, openScene } from './scene.ts'

const PERSON = {
  ...{ firstName: 'Unmistakable', lastName: 'Inventedperson', phoneNumber: '+966507654321' },
  ...{ email: 'unmistakable@invented.example', nationalId: '1098765432', address: 'Invented Street 77' },
}
const NAME = `${PERSON.firstName} ${PERSON.lastName}`
/** In whatever form they may come: parts of the name, the number without its country. */
const TELLS = /Unmistakable|Inventedperson|507654321|1098765432|Invented Street/i

const app = await startApp()
const scene = await openScene(app)
const { clinic, branch, api } = scene
const patient = (await api.call(createPatient, { branchId: branch.id, ...PERSON })).body.data
const { token } = await app.installation(clinic, { scopes: ALL_SCOPES.filter(name => name !== 'patients:read.pii') })
const shy = app.api(token)

await pipeline(app, clinic)
const stranger = { name: 'Huda Invented', phone: nextPhone().replace(/^0/, '+966') }
const open = (await api.call(createLead, stranger)).body.data
const converted = (await api.call(createLead, { name: NAME, phone: PERSON.phoneNumber })).body.data
await app.sql('update contact set email = $2 where name = $1', [NAME, PERSON.email])
await app.write(clinic, tx => convertLead(tx, { id: converted.id, patientId: patient.id }))

/** What people type is theirs to say. */
const [SMS, IN] = ['Dear Unmistakable, call +966507654321.', 'This is Unmistakable, 0507654321']
const greeting = await template(app, clinic)
const toPatient = { patientId: patient.id }
const sent = await api.call(sendMessage, {
  ...{ ...toPatient, channel: 'whatsapp', templateId: greeting.id, variables: ['Unmistakable', '10:30'] },
})
const texted = await api.call(sendMessage, {
  ...toPatient,
  channel: 'sms',
  text: 'Dear Unmistakable, call +966507654321.',
})
await writeTo(app, clinic, { from: PERSON.phoneNumber, name: 'Unmistakable', text: IN })

const label = { en: 'Question' }
const { form } = await app.write(clinic, tx =>
  createForm(tx, {
    title: 'New patient',
    fields: [
      ...[{ key: 'smoker', type: 'boolean' as const, label }],
      ...[{ key: 'mobile', type: 'phone' as const, label }],
      ...[{ key: 'mail', type: 'email' as const, label }],
    ],
  }),
)
const answers = { smoker: false, mobile: PERSON.phoneNumber, mail: PERSON.email }
const submission = (await api.call(createFormSubmission, { formId: form.id, patientId: patient.id, answers })).body.data
await app.write(clinic, async tx => {
  const { id: insuranceCompanyId } = await addInsurer(tx, { name: 'Al Waha Invented' })
  const holder = { holderName: NAME, sponsorNumber: PERSON.nationalId }
  await addPolicy(tx, { insuranceCompanyId, policyNumber: 'P-7', ...holder })
})

test('a lead shows who it is until it is a patient, and then its phone masked, to callers without patients:read.pii', async () => {
  const before = (await shy.call(getLead, { id: open.id })).body.data
  assert.deepEqual([before.name, before.phone], [stranger.name, stranger.phone])
  const listed = (await shy.all(listLeads, {})).find(({ id }) => id === converted.id)
  const changed = (await shy.call(updateLead, { id: converted.id, score: 10 })).body.data
  for (const shown of [listed, changed, (await shy.call(getLead, { id: converted.id })).body.data]) {
    assert.deepEqual([shown?.patientId, shown?.phone], [patient.id, '+966*******21'])
    assert.ok(shown && !('name' in shown) && !('email' in shown))
  }
  const whole = (await api.call(getLead, { id: converted.id })).body.data
  assert.deepEqual([whole.name, whole.phone, whole.email], [NAME, PERSON.phoneNumber, PERSON.email])
})

test('a preview is of the template before its values, and of nothing where there is none', async () => {
  const ids = [sent.body.data.communicationId, texted.body.data.communicationId]
  const previews = async (client: typeof api) => {
    const listed = (await client.list(listCommunications, toPatient)).body.data
    const read = await Promise.all(ids.map(async id => (await client.call(getCommunication, { id })).body.data))
    assert.deepEqual(
      read.map(({ contentPreview }) => contentPreview),
      ids.map(id => listed.find(one => one.id === id)?.contentPreview),
    )
    return read.map(({ contentPreview }) => contentPreview)
  }
  assert.deepEqual(await previews(shy), ['Hello {{1}}, see you at {{2}}.', null])
  assert.deepEqual(await previews(api), [...['Hello Unmistakable, see you at 10:30.', SMS]])
})

test('a message of a template is shown before its values, and what people typed as they typed it', async () => {
  const texts = async (client: typeof api) => {
    const { id = '' } = (await api.all(listConversations, {})).find(one => one.patientId === patient.id) ?? {}
    return (await client.all(listConversationMessages, { id })).map(({ text }) => text)
  }
  assert.deepEqual(await texts(shy), [IN, SMS, 'Hello {{1}}, see you at {{2}}.'])
  assert.deepEqual(await texts(api), [IN, SMS, 'Hello Unmistakable, see you at 10:30.'])
})

test('answers to questions for a phone or an e-mail address are left out, and others shown', async () => {
  const { id } = submission
  const ofForm = { formId: form.id }
  const read = async (client: typeof api) => [
    (await client.call(getFormSubmission, { id })).body.data.answers,
    (await client.list(listFormSubmissions, ofForm)).body.data[0]?.answers,
  ]
  assert.deepEqual(await read(shy), [{ smoker: false }, { smoker: false }])
  assert.deepEqual(await read(api), [answers, answers])
})

const searched = operations.filter(({ input }) => 'searchTerm' in input.properties)

test('no search finds by what is a patient’s own, in whatever list', async () => {
  assert.ok(searched.length > 3)
  const terms = ['Unmistakable', 'Inventedperson', PERSON.phoneNumber, '0507654321', PERSON.email, PERSON.nationalId]
  for (const operation of searched)
    for (const searchTerm of terms) {
      const { status, body } = await call(shy, operation, { searchTerm })
      assert.deepEqual([operation.id, searchTerm, status, body.data], [operation.id, searchTerm, 200, []])
    }
  const found = await api.list(listPatients, { searchTerm: 'Unmistakable' })
  assert.deepEqual(
    found.body.data.map(({ id }) => id),
    [patient.id],
  )
})

test('no list of the plugin API tells who a patient is without patients:read.pii', async () => {
  const told: string[] = []
  for (const operation of operations.filter(({ method, answer }) => method === 'GET' && answer !== 'one')) {
    const ofPatient = /^\/patients\//.test(operation.path) ? { id: patient.id } : {}
    if (pathNames(operation.path).length > 0 && !('id' in ofPatient)) continue
    assert.doesNotMatch((await call(shy, operation, ofPatient)).text, TELLS, operation.id)
    if (TELLS.test((await call(api, operation, ofPatient)).text)) told.push(operation.id)
  }
  const knowing = [listPatients, listLeads, listCommunications, listConversations, listFormSubmissions]
  assert.deepEqual(told.sort(), [...knowing, listInsurancePolicies].map(({ id }) => id).sort())
})

/** Of the walk alone, which changes it. */
const walked = await app.patient(branch, {
  ...{ first_name: PERSON.firstName, last_name: PERSON.lastName, phone_number: PERSON.phoneNumber },
  ...{ email: PERSON.email, national_id: PERSON.nationalId, address: PERSON.address },
})

for (const operation of operations.filter(proven))
  test(`${operation.id} tells nobody without patients:read.pii who its patient is`, async () => {
    const { status, text } = await call(shy, operation, await inputFor(operation, { ...scene, patient: walked }))
    // What belongs to an installation, as endpoints do, another one does not see at all.
    assert.ok([operation.status, 404].includes(status), text)
    assert.doesNotMatch(text, TELLS)
  })
