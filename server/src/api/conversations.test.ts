import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendMessage } from '@clinic/contract/communications.ts'
import {
  getConversation,
  listConversationMessages,
  listConversations,
  updateConversation,
} from '@clinic/contract/conversations.ts'
import { createLead, getLead } from '@clinic/contract/leads.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { writeTo } from '../../test/support/clinic/incoming-message.ts'
import { nextPhone, pipeline } from '../../test/support/clinic/lead-stages.ts'
import { refusal } from '../../test/support/clinic/manifests.ts'
import { blockConversation, seeConversation } from '../domain/conversations/change-conversation.ts'
import { convertLead } from '../domain/leads/convert-lead.ts'
import { answerConversation } from '../domain/messaging/answer-conversation.ts'

const app = await startApp()
const { clinic, branch, doctor, api } = await app.practice()

const newPhone = () => nextPhone().replace(/^0/, '+966')
const withPhone = async (phone: string) => (await api.all(listConversations, {})).find(one => one.phone === phone)
async function opened() {
  const phone = newPhone()
  await writeTo(app, clinic, { from: phone })
  return (await withPhone(phone)) ?? assert.fail()
}
const eventsOf = async (id: string) =>
  (
    await app.sql<{ type: string; data: object; previous: object | null }>(
      `select type, data, previous_attributes as previous from event where data->>'id' = $1 order by created_at, id`,
      [id],
    )
  ).map(({ type, data, previous }) => [type, data, previous])

test('a message from an unknown number opens a conversation, unseen, and says so without its text', async () => {
  const phone = newPhone()
  const text = 'السلام عليكم، أريد موعداً'
  const { status } = await writeTo(app, clinic, { from: phone, name: 'Huda Invented', text })
  assert.equal(status, 200)
  const conversation = (await withPhone(phone)) ?? assert.fail()
  assert.deepEqual(
    [
      conversation.name,
      conversation.language,
      conversation.resolved,
      conversation.unseenCount,
      conversation.messagesCount,
    ],
    ['Huda Invented', 'ar', false, 1, 1],
  )
  const [message] = await api.all(listConversationMessages, { id: conversation.id })
  assert.deepEqual(
    [message?.direction, message?.channel, message?.type, message?.text, message?.status],
    ['INBOUND', 'whatsapp', 'text', text, 'delivered'],
  )
  assert.deepEqual(await eventsOf(conversation.id), [
    [
      'conversation.message_received',
      { id: conversation.id, object: 'conversation', assignedToId: null, resolved: false },
      null,
    ],
  ])
})

test('a message that the carrier brings twice is taken once, also at the same time', async () => {
  const from = newPhone()
  const message = { from, id: 'twice', text: 'Once' }
  const answers = await Promise.all([1, 2, 3].map(() => writeTo(app, clinic, message)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const conversation = await withPhone(from)
  assert.deepEqual([conversation?.messagesCount, conversation?.unseenCount], [1, 1])
  assert.equal((await eventsOf(conversation?.id ?? '')).length, 1)
})

test('resolving clears what is unseen and says so once; the next message opens it again', async () => {
  const { id, phone } = await opened()
  for (let count = 0; count < 2; count++) {
    const { body } = await api.call(updateConversation, { id, resolved: true })
    assert.deepEqual([body.data.resolved, body.data.unseenCount], [true, 0])
  }
  await writeTo(app, clinic, { from: phone })
  const again = await withPhone(phone)
  assert.deepEqual([again?.resolved, again?.unseenCount, again?.messagesCount], [false, 1, 2])
  const facts = { id, object: 'conversation', assignedToId: null }
  assert.deepEqual(await eventsOf(id), [
    ['conversation.message_received', { ...facts, resolved: false }, null],
    ['conversation.resolved', { ...facts, resolved: true }, { resolved: false }],
    ['conversation.message_received', { ...facts, resolved: false }, null],
  ])
})

test('assigning and unassigning say who it was, and assigning the same says nothing', async () => {
  const { id } = await opened()
  await api.call(updateConversation, { id, assignedToId: doctor.id })
  await api.call(updateConversation, { id, assignedToId: doctor.id })
  const { body } = await api.call(updateConversation, { id, assignedToId: null, resolved: true })
  assert.deepEqual([body.data.assignedToId, body.data.resolved], [null, true])
  assert.deepEqual(
    (await eventsOf(id)).slice(1).map(([type, , previous]) => [type, previous]),
    [
      ['conversation.assigned', { assignedToId: null }],
      ['conversation.assigned', { assignedToId: doctor.id }],
      ['conversation.resolved', { resolved: false }],
    ],
  )
  const reopened = await api.call(updateConversation, { id, resolved: false })
  assert.equal(reopened.body.data.resolved, false)
  assert.equal((await eventsOf(id)).length, 4)
})

test('what an event of a conversation names is read by its id, with phone and name as the scopes allow', async () => {
  const from = newPhone()
  await app.patient(branch, { phone_number: from })
  await writeTo(app, clinic, { from, name: 'Known' })
  const listed = (await withPhone(from)) ?? assert.fail()
  assert.deepEqual((await api.call(getConversation, { id: listed.id })).body.data, listed)
  const reader = app.api((await app.installation(clinic, { scopes: ['conversations:read'] })).token)
  const { data } = (await reader.call(getConversation, { id: listed.id })).body
  assert.deepEqual([data.phone, 'name' in data], [`+966*******${from.slice(-2)}`, false])
})

test('a record of another clinic is not found', async () => {
  const elsewhere = await app.practice()
  const { id } = await opened()
  assert.equal((await elsewhere.api.call(updateConversation, { id, resolved: true })).status, 404)
  assert.equal((await elsewhere.api.list(listConversationMessages, { id })).status, 404)
  const foreign = await api.call(updateConversation, { id, assignedToId: elsewhere.doctor.id })
  assert.deepEqual([foreign.status, foreign.body.error.details], [404, { resource: 'practitioner' }])
})

test('without patients:read.pii phones are masked, and names left out as soon as they are a patient’s', async () => {
  const scopes: ScopeName[] = ['conversations:read', 'conversations:write']
  const reader = app.api((await app.installation(clinic, { scopes })).token)
  const [patientPhone, strangerPhone] = [newPhone(), newPhone()]
  const patient = await app.patient(branch, { phone_number: patientPhone })
  await writeTo(app, clinic, { from: patientPhone, name: 'Known' })
  await writeTo(app, clinic, { from: strangerPhone, name: 'Stranger' })
  const [stranger, known] = (await reader.list(listConversations, { limit: 2 })).body.data
  assert.deepEqual([known?.patientId, known && 'name' in known], [patient.id, false])
  assert.equal(known?.phone, `+966*******${patientPhone.slice(-2)}`)
  assert.deepEqual([stranger?.patientId, stranger?.name], [null, 'Stranger'])
  assert.equal(stranger?.phone, `+966*******${strangerPhone.slice(-2)}`)
  const changed = await reader.call(updateConversation, { id: known?.id ?? '', resolved: true })
  assert.deepEqual(changed.body.data.phone, known?.phone)
  assert.ok(!('name' in changed.body.data))
  const whole = (await api.list(listConversations, { limit: 2 })).body.data[1]
  assert.deepEqual([whole?.phone, whole?.name], [patientPhone, 'Known'])
})

test('what is sent to a patient stands in the conversation with that number, and moves on with receipts', async () => {
  const phone = newPhone()
  const patient = await app.patient(branch, { phone_number: phone, first_name: 'Sara', last_name: 'Invented' })
  await api.call(sendMessage, { patientId: patient.id, channel: 'sms', text: 'Your crown is ready.' })
  const conversation = (await withPhone(phone)) ?? assert.fail()
  assert.deepEqual(
    [conversation.patientId, conversation.name, conversation.resolved, conversation.unseenCount],
    [patient.id, 'Sara Invented', true, 0],
  )
  const message = async () => (await api.all(listConversationMessages, { id: conversation.id }))[0]
  assert.deepEqual([(await message())?.status, (await message())?.sentAt], ['queued', null])
  await runJobs(app)
  const sent = await message()
  assert.deepEqual([sent?.status, sent?.direction, sent?.text], ['delivered', 'OUTBOUND', 'Your crown is ready.'])
  assert.ok(sent?.sentAt && sent.deliveredAt)
})

test('reading what a patient wrote is recorded with the patient’s id, which the answer does not show', async () => {
  const from = newPhone()
  const patient = await app.patient(branch, { phone_number: from })
  await writeTo(app, clinic, { from })
  const { id } = (await withPhone(from)) ?? assert.fail()
  const { body, text } = await api.list(listConversationMessages, { id })
  assert.ok(!text.includes(patient.id))
  const recorded = await app.sql(
    `select resource_ids, patient_ids from audit_record where operation = 'listConversationMessages' and company_id = $1
     order by at desc limit 1`,
    [clinic.company_id],
  )
  assert.deepEqual(recorded, [{ resource_ids: body.data.map(one => one.id), patient_ids: [patient.id] }])
})

test('a conversation belongs to the lead with that number, and to the patient that the lead becomes', async () => {
  const from = newPhone()
  await pipeline(app, clinic)
  const { id: leadId } = (await api.call(createLead, { name: 'Huda Invented', phone: from })).body.data
  await writeTo(app, clinic, { from })
  assert.deepEqual([(await withPhone(from))?.leadId, (await withPhone(from))?.name], [leadId, 'Huda Invented'])
  assert.ok((await api.call(getLead, { id: leadId })).body.data.lastInteraction)
  const { patient_id: patientId } = await app.write(clinic, tx => convertLead(tx, { id: leadId }))
  assert.equal((await withPhone(from))?.patientId, patientId)
})

test('what a blocked sender writes reopens nothing and is told to no plugin', async () => {
  const { id, phone } = await opened()
  await app.write(clinic, tx => blockConversation(tx, id, true))
  await api.call(updateConversation, { id, resolved: true })
  await writeTo(app, clinic, { from: phone })
  const blocked = await withPhone(phone)
  assert.deepEqual(
    [blocked?.blocked, blocked?.resolved, blocked?.unseenCount, blocked?.messagesCount],
    [true, true, 0, 2],
  )
  assert.deepEqual(
    (await eventsOf(id)).map(([type]) => type),
    ['conversation.message_received', 'conversation.resolved'],
  )
})

test('the staff answers by WhatsApp for a day after the last message, by SMS at any time', async () => {
  const { id } = await opened()
  const answer = (channel: 'whatsapp' | 'sms') =>
    app.write(clinic, tx => answerConversation(tx, { id, channel, text: 'Yes, at 10.', userId: 'usr_one' }))
  await answer('whatsapp')
  await app.sql(`update conversation set last_inbound_at = now() - interval '25 hours' where id = $1`, [id])
  await assert.rejects(answer('whatsapp'), refusal('invalid_state_transition'))
  await answer('sms')
  const messages = await api.all(listConversationMessages, { id })
  assert.deepEqual(
    messages.map(({ direction, channel, sentById }) => [direction, channel, sentById]),
    [
      ['OUTBOUND', 'sms', 'usr_one'],
      ['OUTBOUND', 'whatsapp', 'usr_one'],
      ['INBOUND', 'whatsapp', null],
    ],
  )
  assert.equal((await app.write(clinic, tx => seeConversation(tx, id))).unseen_count, 0)
})

test('lists conversations by whether they are resolved and by assignee', async () => {
  const { id } = await opened()
  await api.call(updateConversation, { id, resolved: true, assignedToId: doctor.id })
  const mine = await api.all(listConversations, { assignedToId: doctor.id, resolved: true })
  assert.deepEqual(await api.all(listConversations, { assignedTo: doctor.id, resolved: true }), mine)
  assert.deepEqual(
    mine.map(one => one.id),
    [id],
  )
  assert.ok((await api.all(listConversations, { resolved: false })).every(({ resolved }) => !resolved))
})

test('takes nothing that the carrier has not signed, for a clinic or a carrier that is not there', async () => {
  const from = newPhone()
  const address = (provider: string, companyId: string) => `${app.url}/callbacks/messages/${provider}/${companyId}`
  const post = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { method: 'POST', body: JSON.stringify({ from }), headers })).status
  const here = address('sandbox', clinic.company_id)
  assert.equal(await post(here), 401)
  const signature = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
  assert.equal(await post(here, { 'sandbox-signature': signature }), 401)
  assert.equal(await post(address('sandbox', 'cli_nowhere')), 404)
  assert.equal(await post(address('whatsapp_cloud', clinic.company_id)), 404)
  assert.equal(await post(address('constructor', clinic.company_id)), 404)
  assert.equal((await fetch(here)).status, 404)
  assert.equal(await withPhone(from), undefined)
})
