import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendMessage } from '@clinic/contract/communications.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { refusal } from '../../test/support/clinic/manifests.ts'
import { cancelCommunication } from '../domain/messaging/cancel-communication.ts'
import { claimCommunication } from '../domain/messaging/claim-communication.ts'
import type { MessageCarrier, MessageCarriers, Outgoing, SendOutcome } from '../domain/messaging/message-carrier.ts'
import { queueCommunication } from '../domain/messaging/queue-communication.ts'
import { recordOutcome } from '../domain/messaging/record-outcome.ts'
import { takeReceipt } from '../domain/messaging/take-receipt.ts'

const app = await startApp()
const { clinic, branch, api } = await app.practice()

let phones = 0
async function queued(): Promise<string> {
  const patient = await app.patient(branch, { phone_number: `+9665000${String(++phones).padStart(5, '0')}` })
  const input = { patientId: patient.id, channel: 'sms' as const, text: 'Your crown is ready.' }
  return (await api.call(sendMessage, input)).body.data.communicationId
}

/** A carrier that gives set answers and keeps what it got. */
function carrier(...outcomes: (SendOutcome | Error)[]) {
  const got: Outgoing[] = []
  const one: MessageCarrier = {
    async send(message) {
      const outcome = outcomes[got.push(message) - 1] ?? { result: 'sent', carrierId: `cid_${message.reference}` }
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  }
  const carriers: MessageCarriers = { connect: () => one, channelOf: () => undefined }
  return { got, run: () => runJobs(app, { deps: { carriers } }) }
}

const stateOf = async (id: string) =>
  (
    await app.sql<{ state: string; attempts: number; status: string; events: string[] }>(
      `select state, attempts, (select status from conversation_message where communication_id = $1) as status,
         (select coalesce(array_agg(type order by created_at, event.id), '{}') from event where data->>'id' = $1) as events
       from communication where id = $1`,
      [id],
    )
  )[0]

test('every attempt of a message carries the same reference, and the address to report to', async () => {
  const id = await queued()
  const { got, run } = carrier({ result: 'retry', error: 'carrier_unavailable' })
  await run()
  assert.deepEqual(await stateOf(id), { state: 'DISPATCHED', attempts: 1, status: 'queued', events: [] })
  await hastenJobs(app)
  await run()
  assert.deepEqual(
    got.map(({ reference }) => reference),
    [id, id],
  )
  assert.equal(got[0]?.callbackUrl, `https://clinic.test/callbacks/messages/sandbox/${clinic.company_id}`)
  assert.deepEqual(await stateOf(id), { state: 'SENT', attempts: 2, status: 'sent', events: ['message.sent'] })
})

test('waits as long as the carrier asks, within reason', async () => {
  const waits = []
  for (const afterSeconds of [90, 1, 9_999_999]) {
    await queued()
    await carrier({ result: 'retry', error: 'too_many_messages', afterSeconds }).run()
    const [job] = await app.sql<{ wait: number }>(
      'select round(extract(epoch from max(run_at - updated_at)))::int as wait from graphile_worker._private_jobs',
    )
    waits.push(job?.wait)
    await hastenJobs(app)
    await carrier().run()
  }
  assert.deepEqual(waits, [90, 10, 3600])
})

test('a carrier that breaks is no reason to lose the message', async () => {
  const id = await queued()
  await carrier(new Error('on purpose')).run()
  await hastenJobs(app)
  await carrier().run()
  assert.equal((await stateOf(id))?.state, 'SENT')
})

test('two workers never send one message at the same time; the claim of one that died lapses', async () => {
  const id = await queued()
  const first = await app.write(clinic, tx => claimCommunication(tx, id))
  const second = await app.write(clinic, tx => claimCommunication(tx, id))
  assert.ok(first && !second)
  await app.sql(`update communication set claimed_until = now() - interval '1 second' where id = $1`, [id])
  const { got, run } = carrier()
  await hastenJobs(app)
  await run()
  assert.equal(got.length, 1)
  await app.write(clinic, tx => recordOutcome(tx, first.communication, { result: 'refused', error: 'content_refused' }))
  assert.deepEqual(await stateOf(id), { state: 'SENT', attempts: 2, status: 'sent', events: ['message.sent'] })
})

test('a receipt that comes before the carrier’s answer, or instead of it, says that the message was sent', async () => {
  const id = await queued()
  const claimed = await app.write(clinic, tx => claimCommunication(tx, id))
  const receipt = { type: 'receipt', carrierId: 'early', reference: id, error: null, at: clinic.created_at } as const
  await app.write(clinic, tx => takeReceipt(tx, { ...receipt, status: 'delivered' }))
  await app.write(clinic, tx => takeReceipt(tx, { ...receipt, reference: null, status: 'read' }))
  await app.write(clinic, tx => takeReceipt(tx, { ...receipt, status: 'sent' }))
  if (claimed)
    await app.write(clinic, tx => recordOutcome(tx, claimed.communication, { result: 'sent', carrierId: 'early' }))
  assert.deepEqual(await stateOf(id), { state: 'SENT', attempts: 1, status: 'read', events: ['message.sent'] })
  const [times] = await app.sql(
    'select delivered_at is not null as delivered, read_at is not null as read from conversation_message where communication_id = $1',
    [id],
  )
  assert.deepEqual(times, { delivered: true, read: true })
})

test('receipts that come twice, or for an unknown message, change nothing', async () => {
  const id = await queued()
  await carrier().run()
  const failed = {
    type: 'receipt',
    carrierId: `cid_${id}`,
    reference: null,
    status: 'failed',
    error: 'recipient_unreachable',
    at: clinic.created_at,
  } as const
  for (let count = 0; count < 2; count++) await app.write(clinic, tx => takeReceipt(tx, failed))
  await app.write(clinic, tx => takeReceipt(tx, { ...failed, carrierId: 'cid_unknown' }))
  const { state, status, events } = (await stateOf(id)) ?? {}
  assert.deepEqual([state, status, events], ['FAILED', 'failed', ['message.sent', 'message.failed']])
})

test('a canceled message is not sent, and one that is being sent is not canceled', async () => {
  const [canceled, sent] = [await queued(), await queued()]
  await app.write(clinic, tx => cancelCommunication(tx, canceled))
  const { got, run } = carrier()
  await run()
  assert.deepEqual(
    got.map(({ reference }) => reference),
    [sent],
  )
  assert.deepEqual(await stateOf(canceled), { state: 'CANCELED', attempts: 0, status: 'failed', events: [] })
  await assert.rejects(
    app.write(clinic, tx => cancelCommunication(tx, sent)),
    refusal('invalid_state_transition'),
  )
})

test('an e-mail goes to the address in the file; without one it fails', async () => {
  const [reachable, silent] = [await app.patient(branch, { email: 'sara@example.com' }), await app.patient(branch)]
  const mail = (patientId: string) =>
    app.write(clinic, tx =>
      queueCommunication(tx, { channel: 'email', subject: 'Hello', text: 'Your crown is ready.', patientId }),
    )
  const [sent, failed] = [await mail(reachable.id), await mail(silent.id)]
  const { got, run } = carrier()
  await run()
  assert.deepEqual(
    got.map(({ to, content }) => [to, content]),
    [['sara@example.com', { type: 'mail', subject: 'Hello', text: 'Your crown is ready.' }]],
  )
  assert.equal((await stateOf(sent.id))?.state, 'SENT')
  assert.deepEqual((await stateOf(failed.id))?.events, ['message.failed'])
})

test('a message of a clinic without a carrier fails for that reason', async () => {
  const id = await queued()
  await runJobs(app, { deps: { carriers: { connect: () => undefined, channelOf: () => undefined } } })
  const [row] = await app.sql('select state, error_code from communication where id = $1', [id])
  assert.deepEqual(row, { state: 'FAILED', error_code: 'carrier_not_configured' })
})
