import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getCommunication,
  listCommunications,
  listMessageTemplates,
  sendMessage,
} from '@clinic/contract/communications.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { template } from '../../test/support/clinic/message-templates.ts'
import { sandboxMessages } from '../../test/support/clinic/sandbox-messages.ts'
import { UNAVAILABLE, UNDELIVERED, UNREACHABLE } from '../providers/messages/sandbox-carrier.ts'

const app = await startApp()
const { clinic, branch, api } = await app.practice()
const approved = await template(app, clinic)

let phones = 0
const patientWith = (ending?: string) =>
  app.patient(branch, { phone_number: `+96650${String(++phones).padStart(3, '0')}${ending ?? '1234'}` })

const sms = async (ending?: string) => {
  const patient = await patientWith(ending)
  const { body } = await api.call(sendMessage, { patientId: patient.id, channel: 'sms', text: 'Your crown is ready.' })
  return { patient, id: body.data.communicationId }
}
const shown = async (patientId: string) => (await api.list(listCommunications, { patientId })).body.data[0]
const eventsOf = (id: string) =>
  app.sql<{ type: string; data: unknown }>(
    'select type, data from event where company_id = $1 and data->>$2 = $3 order by created_at, id',
    [clinic.company_id, 'communicationId', id],
  )

test('queues a template for a patient without showing the phone number, and sends it with its values', async () => {
  const patient = await patientWith()
  const input: Input<typeof sendMessage> = {
    patientId: patient.id,
    channel: 'whatsapp',
    templateId: approved.id,
    variables: ['Sara', '10:30'],
  }
  const { status, body, text } = await api.call(sendMessage, input)
  assert.equal(status, 202)
  const id = body.data.communicationId
  assert.deepEqual(body.data, { object: 'message', communicationId: id, channel: 'whatsapp', status: 'queued' })
  assert.ok(!text.includes(patient.phone_number ?? 'none'))
  const waiting = await shown(patient.id)
  assert.deepEqual([waiting?.pending, waiting?.status, waiting?.sentAt, waiting?.attempts], [true, false, null, 0])
  await runJobs(app)
  const sent = await shown(patient.id)
  assert.deepEqual(
    [sent?.channels, sent?.pending, sent?.status, sent?.whatsappStatus, sent?.emailStatus, sent?.whatsappAttempts],
    [['whatsapp'], false, true, true, false, 1],
  )
  assert.ok(sent?.sentAt !== null && sent?.whatsappSentAt === sent?.sentAt)
  assert.deepEqual((await api.call(getCommunication, { id })).body.data, sent)
  assert.equal(sent?.contentPreview, 'Hello Sara, see you at 10:30.')
  const carried = (await sandboxMessages(app)).filter(({ reference }) => reference === id)
  assert.deepEqual(carried, [
    {
      companyId: clinic.company_id,
      reference: id,
      channel: 'whatsapp',
      recipient: patient.phone_number,
      body: 'Hello Sara, see you at 10:30.',
    },
  ])
  assert.deepEqual(await eventsOf(id), [
    {
      type: 'message.sent',
      data: { id, object: 'message', communicationId: id, channel: 'whatsapp', errorCode: null },
    },
  ])
})

test('refuses what cannot be sent: template, values, phone, unknown records', async () => {
  const { id: patientId } = await patientWith()
  const whatsapp = { patientId, channel: 'whatsapp' as const, templateId: approved.id, variables: ['a', 'b'] }
  const refusals: [Input<typeof sendMessage>, number, string][] = []
  for (const status of ['PENDING', 'REJECTED', 'PAUSED', 'DISABLED']) {
    const { id } = await template(app, clinic, { status })
    refusals.push([{ ...whatsapp, templateId: id }, 422, 'template_not_approved'])
    refusals.push([{ ...whatsapp, templateId: id, variables: [] }, 422, 'template_not_approved'])
  }
  for (const variables of [undefined, [], ['a'], ['a', 'b', 'c']])
    refusals.push([{ ...whatsapp, variables }, 400, 'validation_failed'])
  const silent = await app.patient(branch)
  const gone = await app.patient(branch, { phone_number: '+966500000099', deleted_at: clinic.created_at })
  const elsewhere = await app.practice()
  const theirs = await template(app, elsewhere.clinic)
  refusals.push([{ ...whatsapp, patientId: silent.id }, 422, 'patient_has_no_phone'])
  refusals.push([{ patientId: silent.id, channel: 'sms', text: 'Hello' }, 422, 'patient_has_no_phone'])
  refusals.push([{ ...whatsapp, patientId: gone.id }, 404, 'not_found'])
  refusals.push([{ ...whatsapp, patientId: elsewhere.patient.id }, 404, 'not_found'])
  refusals.push([{ ...whatsapp, templateId: theirs.id }, 404, 'not_found'])
  for (const [input, status, code] of refusals) {
    const answer = await api.call(sendMessage, input)
    assert.deepEqual([answer.status, answer.body.error.code], [status, code], JSON.stringify(input))
  }
  assert.equal((await app.sql('select from communication where patient_id = $1', [patientId])).length, 0)
})

test('a number that cannot be reached fails immediately, with the class of the error alone', async () => {
  const { patient, id } = await sms(UNREACHABLE)
  await runJobs(app)
  const failed = await shown(patient.id)
  assert.deepEqual([failed?.pending, failed?.status, failed?.attempts, failed?.sentAt], [false, false, 1, null])
  const [event] = await eventsOf(id)
  assert.deepEqual(event, {
    type: 'message.failed',
    data: { id, object: 'message', communicationId: id, channel: 'sms', errorCode: 'recipient_unreachable' },
  })
})

test('a carrier that is not available is asked five times, later and later, before the message fails', async () => {
  const { patient, id } = await sms(UNAVAILABLE)
  const waits = []
  for (let attempt = 0; attempt < 5; attempt++) {
    await runJobs(app)
    const [job] = await app.sql<{ wait: number | null }>(
      'select round(extract(epoch from max(run_at - updated_at)))::int as wait from graphile_worker._private_jobs',
    )
    waits.push(job?.wait)
    await hastenJobs(app)
  }
  assert.deepEqual(waits, [10, 60, 300, 1800, null])
  assert.deepEqual((await shown(patient.id))?.attempts, 5)
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ['message.failed'],
  )
})

test('a message that the carrier took and then did not deliver fired both events', async () => {
  const { patient, id } = await sms(UNDELIVERED)
  await runJobs(app)
  assert.equal((await shown(patient.id))?.status, false)
  assert.deepEqual(
    (await eventsOf(id)).map(({ type }) => type),
    ['message.sent', 'message.failed'],
  )
})

test('lists communications by patient and channel, and templates by status', async () => {
  const { patient, id } = await sms()
  const ids = async (query: Input<typeof listCommunications>) =>
    (await api.all(listCommunications, query)).map(one => one.id)
  assert.deepEqual(await ids({ patientId: patient.id, channel: 'sms' }), [id])
  assert.deepEqual(await ids({ patientId: patient.id, channel: 'whatsapp' }), [])
  const [first] = await api.all(listMessageTemplates, { status: 'APPROVED' })
  assert.deepEqual(first, {
    object: 'message_template',
    id: approved.id,
    name: approved.name,
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    body: approved.body,
    variableCount: 2,
    createdAt: first?.createdAt,
    updatedAt: first?.updatedAt,
  })
  assert.equal((await api.all(listMessageTemplates, { status: 'PENDING' })).length, 1)
})
