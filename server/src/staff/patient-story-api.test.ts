import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getPatientTimeline,
  listMessagesOfPatient,
  type STORY_KINDS,
  writeToPatient,
} from '@clinic/contract/staff/patient-story.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { receiveMessage } from '../domain/messaging/receive-message.ts'

const app = await startApp()
const { clinic, branch, doctor } = await app.practice()
const { company_id } = clinic
const patient = await app.patient(branch, { phone_number: '+966501112233' })
const other = await app.branch(clinic)
const far = await app.patient(other, { phone_number: '+966509998877' })

async function as(role: string, practitioner?: { id: string } | null) {
  const { cookie, user } = await staffMember(app, clinic, role, practitioner)
  return Object.assign(
    staffClient(app, () => cookie),
    { user },
  )
}
const [owner, accountant, assistant] = [await as('owner'), await as('accountant'), await as('assistant')]
const limited = await as('receptionist', doctor)

const stamped = (id: string, day: number) => {
  const at = `2026-03-0${day}T08:00:00.000Z`
  return { company_id, id, patient_id: patient.id, created_at: at, updated_at: at }
}
await app.insert('appointment', {
  ...{ ...stamped('apt_story', 1), branch_id: branch.id, doctor_id: doctor.id, status: 'COMPLETED' },
  ...{ starts_at: '2026-03-08T08:00:00.000Z', ends_at: '2026-03-08T08:30:00.000Z' },
})
await app.insert('file', {
  ...{ ...stamped('fil_story', 2), name: 'scan.png', content_type: 'image/png', size_bytes: 12, sort_order: 1 },
})
await app.insert('consent_form', {
  ...{ ...stamped('cns_story', 3), branch_id: branch.id, name: 'Consent', body: 'Yes.', sign_required: true },
})
await app.insert('patient_alert', {
  ...{ ...stamped('alt_story', 4), kind: 'ALLERGY', severity: 'HIGH', text: 'Latex', added_by: 'staff usr_none' },
})
const told = async (client: typeof owner, kinds?: (typeof STORY_KINDS)[number][]) =>
  (await client.all(getPatientTimeline, { id: patient.id, ...(kinds && { kinds }) })).map(
    ({ kind, title, state }) => `${kind} ${title} ${state}`,
  )
const VISIT = 'VISIT null COMPLETED'
const RECORDS = ['ALERT Latex HIGH', 'FORM Consent UNSIGNED', 'FILE scan.png null']

test('a story is told newest first, of visits by when they begin, and of each kind to those who may read it', async () => {
  assert.deepEqual(await told(owner), [VISIT, ...RECORDS])
  assert.deepEqual(await told(assistant), [VISIT, ...RECORDS])
  assert.deepEqual(await told(accountant), [VISIT])
  assert.deepEqual(await told(owner, ['FILE', 'VISIT']), [VISIT, 'FILE scan.png null'])
  assert.deepEqual(await told(accountant, ['FILE']), [])
})

test('a story is read page by page without a gap, and a page of other kinds is another list', async () => {
  const first = await owner.list(getPatientTimeline, { id: patient.id, limit: 3 })
  assert.deepEqual([first.body.data.length, first.body.hasMore], [3, true])
  const cursor = first.body.nextCursor ?? ''
  const rest = await owner.list(getPatientTimeline, { id: patient.id, limit: 3, cursor })
  assert.deepEqual([rest.body.data.map(({ kind }) => kind), rest.body.hasMore], [['FILE'], false])
  const mixed = await owner.list(getPatientTimeline, { id: patient.id, kinds: ['FILE'], cursor })
  assert.equal(mixed.status, 400)
})

test('what is written to a patient stands in the thread with its writer, and beside what came in; others’ is not there', async () => {
  const sent = await limited.call(writeToPatient, { id: patient.id, channel: 'sms', text: 'Your crown is ready.' })
  assert.equal(sent.status, 202, sent.text)
  await app.write(clinic, tx =>
    receiveMessage(tx, {
      ...{ type: 'message', kind: 'text', carrierId: 'car_story', channel: 'sms', from: '+966501112233' },
      ...{ name: null, text: 'Thank you', at: new Date().toISOString() },
    }),
  )
  const thread = await limited.all(listMessagesOfPatient, { id: patient.id })
  assert.deepEqual(
    thread.map(({ direction, text, sentBy }) => [direction, text, sentBy !== null]),
    [
      ['INBOUND', 'Thank you', false],
      ['OUTBOUND', 'Your crown is ready.', true],
    ],
  )
  assert.equal((await told(owner, ['MESSAGE'])).length, 1)
  const without = await app.patient(branch, { phone_number: null })
  const refused = await limited.call(writeToPatient, { id: without.id, channel: 'sms', text: 'Hello' })
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'patient_has_no_phone'])
  const unseen = await Promise.all([
    limited.list(listMessagesOfPatient, { id: far.id }),
    limited.list(getPatientTimeline, { id: far.id }),
    limited.call(writeToPatient, { id: far.id, channel: 'sms', text: 'Hello' }),
  ])
  assert.deepEqual(
    unseen.map(({ status }) => status),
    [404, 404, 404],
  )
})
