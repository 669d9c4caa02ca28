import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendTestEvent } from '@clinic/contract/webhook-endpoints.ts'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { eventually } from '../../test/support/eventually.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { answers, type Receiver, startReceiver } from '../../test/support/webhooks/receiver.ts'
import { subscribers } from '../../test/support/webhooks/subscribers.ts'

const BACKOFF_MS = 20
const MAX_ATTEMPTS = 4

const app = await startApp()
const rules = { backoffMs: BACKOFF_MS, maxAttempts: MAX_ATTEMPTS }
await startDispatcher(app, { rules })
const { subscribed, subscribedAt, settled } = subscribers(app)

const seen = (receiver: Receiver) => receiver.received.map(({ headers }) => headers['service-delivery-attempt'])

test('delivers a change as a signed event, and records it', async () => {
  const { receiver, clinic, id, secret, addPatient, deliveries } = await subscribed()
  const patient = await addPatient()
  const [request] = await receiver.got(1)
  assert.ok(request)
  const event = await verifyWebhook(request.rawBody, request.headers, secret)
  assert.equal(event.id, request.headers['service-event-id'])
  assert.equal(event.type, 'patient.created')
  assert.equal(event.apiVersion, '2026-07')
  assert.equal(event.companyId, clinic.company_id)
  assert.deepEqual(event.data, { id: patient.id, object: 'patient', branchId: patient.branchId, doctorId: null })
  assert.deepEqual(Object.keys(event), ['id', 'type', 'apiVersion', 'createdAt', 'companyId', 'data'])
  assert.match(event.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  await settled(id)
  const [delivery] = await deliveries()
  assert.ok(delivery)
  const { status, attempts, responseStatus, errorMessage, nextRetryAt } = delivery
  assert.deepEqual(
    { status, attempts, responseStatus, errorMessage, nextRetryAt },
    { status: 'SUCCEEDED', attempts: 1, responseStatus: 200, errorMessage: null, nextRetryAt: null },
  )
  assert.equal(delivery.id, request.headers['service-delivery-id'])
})

test('tries again until it is answered 2xx, with the same event and body', async () => {
  const { receiver, id, addPatient, deliveries } = await subscribed((response, { headers }) =>
    response.writeHead(headers['service-delivery-attempt'] === '3' ? 204 : 500).end(),
  )
  await addPatient()
  await settled(id)
  assert.deepEqual(seen(receiver), ['1', '2', '3'])
  assert.equal(new Set(receiver.received.map(({ rawBody }) => rawBody)).size, 1)
  const [delivery] = await deliveries()
  assert.deepEqual([delivery?.status, delivery?.attempts, delivery?.responseStatus], ['SUCCEEDED', 3, 204])
})

test('waits for the base times two to the power of the attempts before: never less, and as a rule hardly more', async () => {
  const plugins = await Promise.all(Array.from({ length: 4 }, () => subscribed(answers(500))))
  for (const { addPatient } of [...plugins, ...plugins]) await addPatient()
  for (const { id } of plugins) await settled(id)
  const received = plugins.flatMap(({ receiver }) => receiver.received)
  const deliveries = Map.groupBy(received, ({ headers }) => headers['service-delivery-id'])
  assert.equal(deliveries.size, 8)
  const late = [...deliveries.values()].flatMap(attempts => {
    assert.equal(attempts.length, MAX_ATTEMPTS)
    return attempts.slice(1).map(({ at }, n) => {
      const [wait, formula] = [at - (attempts[n]?.at ?? 0), BACKOFF_MS * 2 ** n]
      assert.ok(wait >= formula, `wait ${n}: ${wait} ms`)
      return wait - Math.max(1.1 * formula, formula + 300)
    })
  })
  // A busy machine holds up many; three in four are later than 10 % and 300 ms only if we are.
  assert.ok((late.sort((a, b) => a - b)[late.length >> 2] ?? 0) <= 0, late.join())
})

test('calls a delivery whose last attempt failed EXHAUSTED and tries no more', async () => {
  const { receiver, id, addPatient, deliveries, endpoint } = await subscribed(answers(500))
  await addPatient()
  await settled(id)
  assert.equal(receiver.received.length, MAX_ATTEMPTS)
  const [delivery] = await deliveries()
  assert.deepEqual(
    [delivery?.status, delivery?.attempts, delivery?.responseStatus, delivery?.errorMessage],
    ['EXHAUSTED', MAX_ATTEMPTS, 500, 'http_status'],
  )
  assert.equal((await endpoint()).consecutiveFailures, 1)
})

test('shows a failed delivery with the time of its next attempt', async () => {
  const { id, addPatient, deliveries } = await subscribed(answers(503, { 'retry-after': '3600' }))
  await addPatient()
  await eventually(async () => (await deliveries())[0]?.status, 'FAILED')
  const [delivery] = await deliveries()
  assert.ok(delivery?.nextRetryAt && delivery.lastAttemptAt)
  const wait = Date.parse(delivery.nextRetryAt) - Date.parse(delivery.lastAttemptAt)
  assert.ok(wait >= BACKOFF_MS && wait <= 2 * BACKOFF_MS * 2 ** delivery.attempts, `${wait} ms`)
  await settled(id)
})

test('does not follow a redirect: it is a failure', async () => {
  const elsewhere = await startReceiver()
  const { id, addPatient, deliveries } = await subscribed(answers(307, { location: elsewhere.url }))
  await addPatient()
  await settled(id)
  const [delivery] = await deliveries()
  assert.deepEqual([delivery?.status, delivery?.responseStatus], ['EXHAUSTED', 307])
  assert.equal(elsewhere.received.length, 0)
})

test('says what kind of failure it was, never where', async () => {
  const gone = await startReceiver()
  await gone.close()
  const { id, addPatient, deliveries } = await subscribedAt(gone.url)
  await addPatient()
  await settled(id)
  const [delivery] = await deliveries()
  assert.deepEqual([delivery?.errorMessage, delivery?.responseStatus], ['connection_refused', null])
})

test('sends a test event that leaves a real record and never counts', async () => {
  const { receiver, id, secret, api, deliveries, endpoint } = await subscribed(answers(500), [
    'appointment.updated',
    'patient.created',
  ])
  const { status, body } = await api.call(sendTestEvent, { id })
  assert.equal(status, 200)
  assert.deepEqual([body.data.object, body.data.status], ['webhook_delivery', 'PENDING'])
  const [request] = await receiver.got(1)
  assert.ok(request)
  const event = await verifyWebhook(request.rawBody, request.headers, secret)
  assert.equal(event.type, 'appointment.updated')
  assert.ok(event.previousAttributes)
  await settled(id)
  const [delivery] = await deliveries()
  assert.deepEqual([delivery?.id, delivery?.status], [body.data.id, 'EXHAUSTED'])
  assert.deepEqual([request.headers['service-event-test'], delivery?.origin], ['true', 'TEST'])
  assert.equal((await endpoint()).consecutiveFailures, 0)
})
