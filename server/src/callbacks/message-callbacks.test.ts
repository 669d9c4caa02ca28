import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { listCommunications, listMessageTemplates, sendMessage } from '@clinic/contract/communications.ts'
import { listConversationMessages, listConversations } from '@clinic/contract/conversations.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { template } from '../../test/support/clinic/message-templates.ts'
import { sandboxMessages } from '../../test/support/clinic/sandbox-messages.ts'
import { localApi } from '../../test/support/servers/local-api.ts'
import { mailServer } from '../../test/support/servers/smtp-server.ts'
import { addTemplate } from '../domain/messaging/add-template.ts'
import { templateImport } from '../domain/messaging/dispatch.ts'
import { queueCommunication } from '../domain/messaging/queue-communication.ts'
import { useProvider } from '../domain/providers/clinic-provider.ts'
import { enqueue } from '../kernel/job-queue.ts'
import { twilioSignature } from '../providers/messages/twilio.ts'

const existing = {
  id: '9',
  name: 'recall',
  language: 'en',
  category: 'MARKETING',
  components: [{ type: 'BODY', text: 'Hello {{1}}' }],
}
let recallStatus = 'APPROVED'
const remote = await localApi(({ path, method }) => {
  if (method === 'GET') return { body: { data: [{ ...existing, status: recallStatus }] } }
  if (path.includes('message_templates')) return { body: { id: '7', status: 'PENDING' } }
  return path.includes('/Accounts/')
    ? { status: 201, body: { sid: `SM${remote.asked.length}` } }
    : { body: { messages: [{ id: `wamid.${remote.asked.length}` }] } }
})
const settings = { BASE_URL: 'https://clinic.test', WHATSAPP_API_BASE: remote.url, TWILIO_API_BASE: remote.url }
const app = await startApp(settings)
const { clinic, branch, api } = await app.practice()
const mail = await mailServer()
await app.write(clinic, async tx => {
  const whatsapp = {
    phoneNumberId: '1',
    businessAccountId: '2',
    accessToken: 'a',
    appSecret: 'secret',
    verifyToken: 'v',
  }
  await useProvider(tx, 'whatsapp', { provider: 'whatsapp_cloud', settings: whatsapp })
  await useProvider(tx, 'sms', {
    provider: 'twilio',
    settings: { accountSid: 'AC1', authToken: 'token', from: '+15005550006' },
  })
  const smtp = { host: '127.0.0.1', port: String(mail.port), security: 'none', from: 'clinic@example.com' }
  await useProvider(tx, 'email', { provider: 'smtp', settings: smtp })
})

const run = () => runJobs(app, { settings })
const address = (provider: string) => `/callbacks/messages/${provider}/${clinic.company_id}`

function fromTwilio(fields: Record<string, string>, query = '', token = 'token') {
  const body = new URLSearchParams(fields)
  const path = `${address('twilio')}${query}`
  const signature = twilioSignature(`https://clinic.test${path}`, body, token)
  return fetch(`${app.url}${path}`, { method: 'POST', body, headers: { 'x-twilio-signature': signature } })
}

function fromWhatsApp(field: string, value: object, secret = 'secret') {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '2', changes: [{ field, value }] }],
  })
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  return fetch(`${app.url}${address('whatsapp_cloud')}`, { method: 'POST', body, headers })
}
const metadata = { display_phone_number: '15550783881', phone_number_id: '1' }
const at = () => String(Math.floor(Date.now() / 1000))

test('an SMS goes out over HTTP, its delivery comes back as a form, and so does the answer to it', async () => {
  const phone = '+966500000101'
  const patient = await app.patient(branch, { phone_number: phone })
  const sent = await api.call(sendMessage, { patientId: patient.id, channel: 'sms', text: 'Your crown is ready.' })
  const { communicationId } = sent.body.data
  await run()
  const form = new URLSearchParams(remote.asked.at(-1)?.body)
  assert.deepEqual([form.get('To'), form.get('Body')], [phone, 'Your crown is ready.'])
  const [, query] = form.get('StatusCallback')?.split('?') ?? []
  assert.equal(form.get('StatusCallback'), `https://clinic.test${address('twilio')}?reference=${communicationId}`)
  assert.equal((await fromTwilio({ MessageSid: 'SM1', MessageStatus: 'delivered' }, `?${query}`)).status, 200)
  assert.equal(
    (await fromTwilio({ MessageSid: 'SMin', SmsStatus: 'received', From: phone, Body: 'Thanks' })).status,
    200,
  )
  const [conversation] = await api.all(listConversations, {})
  const messages = await api.all(listConversationMessages, { id: conversation?.id ?? '' })
  assert.deepEqual(
    messages.map(({ direction, text, status }) => [direction, text, status]),
    [
      ['INBOUND', 'Thanks', 'delivered'],
      ['OUTBOUND', 'Your crown is ready.', 'delivered'],
    ],
  )
})

test('a WhatsApp template goes out over HTTP and fails by a status that comes later', async () => {
  const patient = await app.patient(branch, { phone_number: '+966500000102' })
  const { id: templateId } = await template(app, clinic)
  const input = { patientId: patient.id, channel: 'whatsapp' as const, templateId, variables: ['Sara', '10:30'] }
  const { communicationId } = (await api.call(sendMessage, input)).body.data
  await run()
  const failed = {
    id: 'wamid.any',
    status: 'failed',
    timestamp: at(),
    errors: [{ code: 131026 }],
    biz_opaque_callback_data: communicationId,
  }
  assert.equal((await fromWhatsApp('messages', { metadata, statuses: [failed] })).status, 200)
  const [communication] = await api.all(listCommunications, { patientId: patient.id })
  assert.deepEqual([communication?.pending, communication?.status], [false, false])
  const events = await app.sql<{ type: string }>(
    `select type, data->>'errorCode' as code from event where data->>'id' = $1 order by created_at, id`,
    [communicationId],
  )
  assert.deepEqual(events, [
    { type: 'message.sent', code: null },
    { type: 'message.failed', code: 'recipient_unreachable' },
  ])
})

test('a template is handed in and becomes what the carrier decides', async () => {
  const { id } = await app.write(clinic, tx =>
    addTemplate(tx, { name: 'welcome', language: 'ar', category: 'UTILITY', body: 'مرحباً {{1}}' }),
  )
  await run()
  const status = async () => (await api.all(listMessageTemplates, {})).find(one => one.id === id)?.status
  assert.equal(await status(), 'PENDING')
  const decided = { event: 'APPROVED', message_template_name: 'welcome', message_template_language: 'ar' }
  await fromWhatsApp('message_template_status_update', decided)
  assert.equal(await status(), 'APPROVED')
})

test('templates that the carrier has already are taken over, and again when they have changed', async () => {
  const recall = async () => (await api.all(listMessageTemplates, {})).filter(({ name }) => name === 'recall')
  const importNow = async () => {
    await app.write(clinic, tx => enqueue(tx, templateImport, {}, { key: 'now' }))
    await run()
  }
  await importNow()
  const [taken] = await recall()
  assert.deepEqual([taken?.status, taken?.variableCount, taken?.body], ['APPROVED', 1, 'Hello {{1}}'])
  await importNow()
  assert.deepEqual(await recall(), [taken])
  recallStatus = 'PAUSED'
  await importNow()
  assert.deepEqual(
    (await recall()).map(({ id, status }) => [id, status]),
    [[taken?.id, 'PAUSED']],
  )
})

test('an e-mail goes out by SMTP', async () => {
  const patient = await app.patient(branch, { email: 'sara@example.com' })
  const input = { channel: 'email', subject: 'Hello', text: 'Your crown is ready.', patientId: patient.id } as const
  const { id } = await app.write(clinic, tx => queueCommunication(tx, input))
  await run()
  assert.deepEqual([mail.taken.at(-1)?.to, mail.taken.at(-1)?.from], ['sara@example.com', 'clinic@example.com'])
  const [sent] = await api.all(listCommunications, { channel: 'email' })
  assert.deepEqual([sent?.id, sent?.emailStatus, sent?.emailAttempts], [id, true, 1])
})

test('answers the challenge of the carrier that knows the token', async () => {
  const challenge = (token: string) =>
    fetch(
      `${app.url}${address('whatsapp_cloud')}?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '42' })}`,
    )
  assert.equal(await (await challenge('v')).text(), '42')
  assert.equal((await challenge('guess')).status, 404)
})

test('a forged callback is refused and changes nothing', async () => {
  const inbound = { MessageSid: 'SMforged', SmsStatus: 'received', From: '+966500000109', Body: 'Forged' }
  assert.equal((await fromTwilio(inbound, '', 'guess')).status, 401)
  const messages = [
    { from: '966500000109', id: 'wamid.forged', timestamp: at(), type: 'text', text: { body: 'Forged' } },
  ]
  assert.equal((await fromWhatsApp('messages', { metadata, messages }, 'guess')).status, 401)
  assert.ok((await api.all(listConversations, {})).every(({ phone }) => phone !== '+966500000109'))
})

test('a sandbox clinic reaches no person, whatever carriers it has settings for', async () => {
  const sandbox = await app.practice({ mode: 'TEST' })
  const patient = await app.patient(sandbox.branch, { phone_number: '+966500000103' })
  await app.write(sandbox.clinic, tx =>
    useProvider(tx, 'sms', { provider: 'twilio', settings: { accountSid: 'AC1', authToken: 'token', from: 'MG1' } }),
  )
  const before = remote.asked.length
  await sandbox.api.call(sendMessage, { patientId: patient.id, channel: 'sms', text: 'To nobody' })
  await run()
  assert.equal(remote.asked.length, before)
  const kept = (await sandboxMessages(app)).filter(({ companyId }) => companyId === sandbox.clinic.company_id)
  assert.deepEqual(
    kept.map(({ body }) => body),
    ['To nobody'],
  )
})
