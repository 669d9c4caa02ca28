import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  redeliverWebhookDelivery,
  rotateWebhookEndpointSecret,
  sendTestEvent,
  updateWebhookEndpoint,
} from '@clinic/contract/webhook-endpoints.ts'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import { startApp } from '../../test/support/app/harness.ts'
import type { InstallationWishes } from '../../test/support/clinic/factories.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'

const app = await startApp()
const PUBLIC_URL = 'https://93.184.215.14/webhook'
const events = ['patient.created'] as const

async function installed(wishes: InstallationWishes = {}, clinicOf?: { company_id: string }) {
  const clinic = clinicOf ?? (await app.clinic({ sandbox: wishes.mode === 'TEST' }))
  const { token, installation } = await app.installation(clinic, wishes)
  return { clinic, installation, api: app.api(token) }
}

async function withEndpoint(wishes: InstallationWishes = {}, url = PUBLIC_URL) {
  const owner = await installed(wishes)
  const created = await owner.api.call(createWebhookEndpoint, { url, events: [...events] })
  assert.equal(created.status, 201, created.text)
  return { ...owner, id: created.body.data.id, endpoint: created.body.data }
}

test('creates an active endpoint in the mode of the installation, and shows its secret once', async () => {
  const { api, id, endpoint } = await withEndpoint()
  assert.match(endpoint.signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(
    [endpoint.url, endpoint.events, endpoint.mode, endpoint.active, endpoint.disabledReason],
    [PUBLIC_URL, [...events], 'LIVE', true, null],
  )
  const { signingSecret, ...shown } = endpoint
  assert.deepEqual((await api.call(getWebhookEndpoint, { id })).body.data, shown)
  const listed = await api.list(listWebhookEndpoints, {})
  assert.deepEqual(listed.body, { data: [shown] })
  assert.ok(!listed.text.includes(signingSecret))
})

test('answers a repeated creation with the same secret, which lies nowhere in clear', async () => {
  const { api } = await installed()
  const input = { url: PUBLIC_URL, events: [...events] }
  const first = await api.call(createWebhookEndpoint, input, { key: 'once' })
  const again = await api.call(createWebhookEndpoint, input, { key: 'once' })
  assert.equal(again.text, first.text)
  assert.equal((await api.list(listWebhookEndpoints, {})).body.data.length, 1)
  const stored = await app.sql<{ text: string }>(
    `select record::text as text from idempotency_record as record where key = 'once'
     union all select secret::text from webhook_secret as secret`,
  )
  const bytes = Buffer.from(first.body.data.signingSecret).toString('hex')
  assert.ok(stored.length >= 2)
  for (const { text } of stored) assert.ok(!text.includes(first.body.data.signingSecret) && !text.includes(bytes))
})

test('refuses events that the installation was not granted', async () => {
  const { api } = await installed({ events: ['patient.created'] })
  const refused = await api.call(createWebhookEndpoint, {
    url: PUBLIC_URL,
    events: ['patient.created', 'invoice.paid'],
  })
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'event_not_granted'])
  assert.deepEqual(refused.body.error.details, { events: ['invoice.paid'] })
  const created = await api.call(createWebhookEndpoint, { url: PUBLIC_URL, events: ['patient.created'] })
  const { id } = created.body.data
  const changed = await api.call(updateWebhookEndpoint, { id, events: ['invoice.paid'] })
  assert.equal(changed.body.error.code, 'event_not_granted')
  const tested = await api.call(sendTestEvent, { id, eventType: 'invoice.paid' })
  assert.equal(tested.body.error.code, 'event_not_granted')
})

test('refuses local and unencrypted destinations to a live installation, on create and on update', async () => {
  const { api, id } = await withEndpoint()
  for (const url of ['http://93.184.215.14/', 'https://127.0.0.1/', 'https://10.0.0.1/', 'https://localhost/']) {
    const created = await api.call(createWebhookEndpoint, { url, events: [...events] })
    assert.deepEqual([created.status, created.body.error.code], [422, 'destination_not_allowed'], url)
    const changed = await api.call(updateWebhookEndpoint, { id, url })
    assert.deepEqual([changed.status, changed.body.error.code], [422, 'destination_not_allowed'], url)
  }
  assert.equal((await api.call(getWebhookEndpoint, { id })).body.data.url, PUBLIC_URL)
})

test('lets a test installation use http and local addresses, but never metadata addresses', async () => {
  const { api } = await installed({ mode: 'TEST' })
  const local = await api.call(createWebhookEndpoint, { url: 'http://127.0.0.1:3000/', events: [...events] })
  assert.deepEqual([local.status, local.body.data?.mode], [201, 'TEST'])
  const metadata = await api.call(createWebhookEndpoint, { url: 'http://169.254.169.254/', events: [...events] })
  assert.equal(metadata.body.error.code, 'destination_not_allowed')
})

test('hides an endpoint from every other installation, of this clinic and of others', async () => {
  const { clinic, id } = await withEndpoint()
  const strangers = [await installed({}, clinic), await installed()]
  for (const { api } of strangers) {
    assert.deepEqual((await api.list(listWebhookEndpoints, {})).body.data, [])
    const answers = [
      await api.call(getWebhookEndpoint, { id }),
      await api.call(updateWebhookEndpoint, { id, active: false }),
      await api.call(rotateWebhookEndpointSecret, { id }),
      await api.list(listWebhookDeliveries, { id }),
      await api.call(sendTestEvent, { id }),
      await api.call(deleteWebhookEndpoint, { id }),
    ]
    for (const { status, body } of answers) assert.deepEqual([status, body.error.code], [404, 'not_found'])
  }
})

test('switches an endpoint off and on again; being on again starts its count anew', async () => {
  const { api, id } = await withEndpoint()
  const off = await api.call(updateWebhookEndpoint, { id, active: false })
  assert.deepEqual([off.body.data.active, off.body.data.disabledReason], [false, 'switched_off'])
  await app.sql('update webhook_endpoint set consecutive_failures = 20 where id = $1', [id])
  const on = await api.call(updateWebhookEndpoint, { id, active: true })
  assert.deepEqual(
    [on.body.data.active, on.body.data.disabledReason, on.body.data.consecutiveFailures],
    [true, null, 0],
  )
})

test('skips what is queued for an endpoint that is switched off', async () => {
  const { api, id } = await withEndpoint()
  await app.sql(
    `insert into webhook_delivery
       (id, company_id, endpoint_id, event_id, event_type, event_at, origin, due_at, created_at)
     select 'whd_' || n, company_id, id, 'evt_1', 'patient.created', now(), 'EVENT', now(), now()
     from webhook_endpoint, generate_series(1, 3) n where id = $1`,
    [id],
  )
  await api.call(updateWebhookEndpoint, { id, active: false })
  const { data } = (await api.list(listWebhookDeliveries, { id })).body
  assert.deepEqual(
    data.map(({ status }) => status),
    ['SKIPPED', 'SKIPPED', 'SKIPPED'],
  )
})

test('deletes an endpoint with its secrets', async () => {
  const { api, id } = await withEndpoint()
  const deleted = await api.call(deleteWebhookEndpoint, { id })
  assert.deepEqual([deleted.status, deleted.body.data.id, deleted.body.data.active], [200, id, false])
  assert.equal((await api.call(getWebhookEndpoint, { id })).status, 404)
  assert.deepEqual(await app.sql('select id from webhook_secret where endpoint_id = $1', [id]), [])
})

test('signs with the old and the new secret after a rotation, and with the new one alone when the overlap is over', async () => {
  const receiver = await startReceiver()
  await startDispatcher(app)
  const { api, id, endpoint } = await withEndpoint({ mode: 'TEST' }, receiver.url)
  const rotated = await api.call(rotateWebhookEndpointSecret, { id })
  const [old, fresh] = [endpoint.signingSecret, rotated.body.data.signingSecret]
  assert.notEqual(fresh, old)
  await api.call(sendTestEvent, { id })
  const [first] = await receiver.got(1)
  assert.ok(first)
  assert.match(String(first.headers['service-signature']), /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
  for (const secret of [old, fresh]) assert.ok(await verifyWebhook(first.rawBody, first.headers, secret))
  await app.sql('update webhook_secret set expires_at = now() where expires_at is not null and endpoint_id = $1', [id])
  await api.call(sendTestEvent, { id })
  const [, second] = await receiver.got(2)
  assert.ok(second)
  assert.ok(await verifyWebhook(second.rawBody, second.headers, fresh))
  await assert.rejects(verifyWebhook(second.rawBody, second.headers, old), { reason: 'no_match' })
})

test('keeps at most five secrets, however often they are rotated', async () => {
  const { api, id } = await withEndpoint()
  for (let n = 0; n < 8; n++) assert.equal((await api.call(rotateWebhookEndpointSecret, { id })).status, 200)
  const secrets = await app.sql('select expires_at from webhook_secret where endpoint_id = $1', [id])
  assert.equal(secrets.length, 5)
  assert.equal(secrets.filter(({ expires_at }) => expires_at === null).length, 1)
})

test('delivers an event again on request, with the same event id, but not while it is still to be sent', async () => {
  const receiver = await startReceiver()
  const dispatcher = await startDispatcher(app)
  const { api, id } = await withEndpoint({ mode: 'TEST' }, receiver.url)
  const sent = await api.call(sendTestEvent, { id })
  const deliveryId = sent.body.data.id
  await receiver.got(1)
  await dispatcher.stop()
  const again = await api.call(redeliverWebhookDelivery, { id, deliveryId })
  assert.equal(again.status, 200, again.text)
  assert.notEqual(again.body.data.id, deliveryId)
  const tooSoon = await api.call(redeliverWebhookDelivery, { id, deliveryId: again.body.data.id })
  assert.deepEqual([tooSoon.status, tooSoon.body.error.code], [409, 'invalid_state_transition'])
  const unknown = await api.call(redeliverWebhookDelivery, { id, deliveryId: 'whd_unknown' })
  assert.deepEqual([unknown.status, unknown.body.error.details], [404, { resource: 'webhook_delivery' }])
  const later = await startDispatcher(app)
  await receiver.got(2)
  const [first, second] = receiver.received
  assert.equal(first?.event.id, second?.event.id)
  await Promise.all([later.stop(), receiver.close()])
})

test('pages through queued and finished deliveries alike, newest first, each once', async () => {
  const { api, id } = await withEndpoint()
  await app.sql(
    `insert into webhook_delivery
       (id, company_id, endpoint_id, event_id, event_type, event_at, origin, due_at, created_at)
     select 'whd_a' || n, company_id, id, 'evt_1', 'patient.created', now(), 'EVENT', now(), now() - n * interval '1 second'
     from webhook_endpoint, generate_series(1, 30) n where id = $1`,
    [id],
  )
  await app.sql(
    `insert into webhook_delivery_done
       (id, company_id, endpoint_id, event_id, event_type, event_at, origin, status, attempts, created_at, finished_at)
     select 'whd_b' || n, company_id, id, 'evt_1', 'patient.created', now(), 'EVENT', 'SUCCEEDED', 1,
       now() - n * interval '1.5 second', now()
     from webhook_endpoint, generate_series(1, 30) n where id = $1`,
    [id],
  )
  const all = await api.all(listWebhookDeliveries, { id, limit: 7 })
  assert.equal(new Set(all.map(one => one.id)).size, 60)
  const keys = all.map(({ createdAt, id }) => `${createdAt} ${id}`)
  assert.deepEqual(keys, [...keys].sort().reverse())
})
