import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import { createPatient } from '@clinic/contract/patients.ts'
import type {
  countMissedEvents,
  getClinicEvent,
  getDeliveryAttempt,
  listClinicEvents,
  listDeliveries,
  recoverEvents,
} from '@clinic/contract/staff/deliveries.ts'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { eventually } from '../../test/support/eventually.ts'
import { employee } from '../../test/support/staff/staff.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { type Behaviour, startReceiver } from '../../test/support/webhooks/receiver.ts'

const app = await startApp()
const clinic = await app.clinic({ sandbox: true })
const branch = await app.branch(clinic)
const owner = await employee(app, clinic, 'owner')
await startDispatcher(app, { rules: { maxAttempts: 2 } })

type Delivery = Returned<typeof listDeliveries>

async function ask<Data>(path: string): Promise<Data> {
  const { status, body } = await owner.send<Data>('GET', path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

/** A plugin with an address that answers so; `status` may change what it answers. */
async function plugin() {
  const state = { status: 200 }
  const behave: Behaviour = response => response.writeHead(state.status).end()
  const receiver = await startReceiver(behave)
  const { installation, token } = await app.installation(clinic, { mode: 'TEST', events: ['patient.created'] })
  const api = app.api(token)
  const { body } = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  const deliveries = (query = '') => ask<Delivery[]>(`/deliveries?endpointId=${body.data.id}${query}`)
  return {
    ...{ state, receiver, endpointId: body.data.id, installationId: installation.id, deliveries },
    addPatient: () => api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' }),
    settled: (statuses: string[]) =>
      eventually(async () => (await deliveries()).map(({ status }) => status).sort(), statuses.toSorted()),
  }
}

test('deliveries are listed across addresses, and narrowed by plugin, address, type, status, origin and error', async () => {
  const [one, other] = [await plugin(), await plugin()]
  one.state.status = 500
  await one.addPatient()
  await one.settled(['EXHAUSTED'])
  await other.settled(['SUCCEEDED'])
  const [failed] = await one.deliveries()
  assert.deepEqual(
    [failed?.installationId, failed?.attempts, failed?.errorMessage],
    [one.installationId, 2, 'http_status'],
  )
  const ids = async (query: string) =>
    (await ask<Delivery[]>(`/deliveries?${query}`)).map(({ endpointId }) => endpointId)
  assert.deepEqual((await ids('')).toSorted(), [one.endpointId, other.endpointId].toSorted())
  assert.deepEqual(await ids(`installationId=${other.installationId}`), [other.endpointId])
  assert.deepEqual(await ids('status=EXHAUSTED'), [one.endpointId])
  assert.deepEqual(await ids('status=SUCCEEDED'), [other.endpointId])
  assert.deepEqual(await ids('error=http_status'), [one.endpointId])
  assert.deepEqual(await ids('error=timeout'), [])
  assert.deepEqual(await ids('origin=TEST'), [])
  assert.deepEqual((await ids('type=patient.created')).length, 2)
  const first = await owner.send<Delivery[]>('GET', '/deliveries?limit=1')
  const second = await owner.send<Delivery[]>('GET', `/deliveries?limit=1&cursor=${first.body.nextCursor}`)
  const paged = [...first.body.data, ...second.body.data].map(({ id }) => id)
  assert.deepEqual(
    paged,
    (await ask<Delivery[]>('/deliveries')).map(({ id }) => id),
  )
  assert.deepEqual([first.body.hasMore, second.body.hasMore], [true, false])
})

test('an event shows its envelope, the addresses that are told of it, and each attempt; what was sent again stands beside', async () => {
  const { addPatient, deliveries, settled, state, endpointId } = await plugin()
  state.status = 503
  const { body } = await addPatient()
  await settled(['EXHAUSTED'])
  const [failed] = await deliveries()
  state.status = 200
  const sent = await owner.send<Delivery>('POST', `/deliveries/${failed?.id}/resend`, {})
  assert.deepEqual([sent.status, sent.body.data.origin], [200, 'REDELIVERY'], JSON.stringify(sent.body))
  await settled(['EXHAUSTED', 'SUCCEEDED'])
  const shown = await ask<Returned<typeof getClinicEvent>>(`/events/${failed?.eventId}`)
  assert.deepEqual([shown.event.type, shown.event.data.id], ['patient.created', body.data.id])
  const mine = shown.endpoints.find(one => one.endpointId === endpointId)
  const attempts = mine?.deliveries.map(({ attemptList }) =>
    attemptList.map(({ number, responseStatus, errorMessage }) => [number, responseStatus, errorMessage]),
  )
  assert.deepEqual(attempts, [
    [
      [1, 503, 'http_status'],
      [2, 503, 'http_status'],
    ],
    [[1, 200, null]],
  ])
  const listed = await ask<Returned<typeof listClinicEvents>[]>('/events?type=patient.created')
  assert.deepEqual(listed[0], shown.event)
})

test('an attempt shows the request as it was sent, without a signature, and no attempt that was not made', async () => {
  const { addPatient, deliveries, settled, state, receiver } = await plugin()
  state.status = 500
  await addPatient()
  await settled(['EXHAUSTED'])
  const [failed] = await deliveries()
  const [, second] = await receiver.got(2)
  const path = `/deliveries/${failed?.id}/attempts`
  const shown = await ask<Returned<typeof getDeliveryAttempt>>(`${path}/2`)
  assert.deepEqual(shown.event, { object: 'event', ...second?.event })
  assert.deepEqual([shown.number, shown.responseStatus, shown.errorMessage], [2, 500, 'http_status'])
  const proofs = new Set(['service-signature', 'webhook-signature', 'webhook-timestamp'])
  for (const { name, value } of shown.headers)
    if (!proofs.has(name.toLowerCase())) assert.equal(value, second?.headers[name.toLowerCase()], name)
  const signed = shown.headers.find(({ name }) => name === 'Service-Signature')?.value ?? ''
  assert.match(signed, /^t=\d+,v1=••••$/)
  const sentAt = Number(/^t=(\d+)/.exec(String(second?.headers['service-signature']))?.[1])
  assert.ok(Math.abs(Number(signed.slice(2, 12)) - sentAt) <= 60, signed)
  assert.equal(shown.headers.find(({ name }) => name === 'webhook-signature')?.value, 'v1,••••')
  assert.equal((await owner.send('GET', `${path}/3`)).status, 404)
  const stranger = await employee(app, await app.clinic(), 'owner')
  assert.equal((await stranger.send('GET', `${path}/2`)).status, 404)
})

test('recovering delivers as many events as were counted, says how far it is, and counts none afterwards', async () => {
  const { addPatient, settled, state, endpointId } = await plugin()
  const since = new Date(Date.now() - 60_000).toISOString()
  state.status = 500
  for (let n = 0; n < 3; n++) await addPatient()
  await settled(['EXHAUSTED', 'EXHAUSTED', 'EXHAUSTED'])
  state.status = 200
  await addPatient()
  await settled(['EXHAUSTED', 'EXHAUSTED', 'EXHAUSTED', 'SUCCEEDED'])
  const path = `/endpoints/${endpointId}`
  const count = () => ask<Returned<typeof countMissedEvents>>(`${path}/recover-count?since=${since}`)
  const { missed, more, until } = await count()
  assert.equal(more, false)
  const { status } = await owner.send('POST', `${path}/recover`, { since, until })
  assert.equal(status, 200)
  await runJobs(app)
  const [recovery] = await ask<Returned<typeof recoverEvents>[]>(`${path}/recoveries`)
  assert.deepEqual([recovery?.status, recovery?.deliveries, recovery?.progress], ['COMPLETED', missed, 1])
  await eventually(async () => (await count()).missed, 0)
})

test('a test event arrives marked as one, and is no event of the clinic', async () => {
  const { receiver, endpointId, settled } = await plugin()
  const { status, body } = await owner.send<Delivery>('POST', `/endpoints/${endpointId}/test-event`, {})
  assert.deepEqual([status, body.data.origin], [200, 'TEST'])
  const [got] = await receiver.got(1)
  assert.equal(got?.headers['service-event-test'], 'true')
  await settled(['SUCCEEDED'])
  const events = await ask<Returned<typeof listClinicEvents>[]>('/events')
  assert.ok(events.every(({ id }) => id !== body.data.eventId))
  assert.equal((await ask<Returned<typeof getClinicEvent>>(`/events/${body.data.eventId}`)).endpoints.length > 0, true)
})

test('another clinic finds no delivery, no event and no address, and sends nothing', async () => {
  const { addPatient, settled, deliveries, endpointId } = await plugin()
  await addPatient()
  await settled(['SUCCEEDED'])
  const [delivery] = await deliveries()
  const stranger = await employee(app, await app.clinic(), 'owner')
  const code = async (method: string, path: string, body?: object) =>
    (await stranger.send(method, path, body)).body.error?.code
  const since = new Date(Date.now() - 60_000).toISOString()
  assert.equal(await code('GET', `/events/${delivery?.eventId}`), 'not_found')
  assert.equal(await code('POST', `/deliveries/${delivery?.id}/resend`, {}), 'not_found')
  assert.equal(await code('GET', `/endpoints/${endpointId}/recover-count?since=${since}`), 'not_found')
  assert.equal(await code('POST', `/endpoints/${endpointId}/recover`, { since }), 'not_found')
  assert.equal(await code('POST', `/endpoints/${endpointId}/test-event`, {}), 'not_found')
  const { body } = await stranger.send<Delivery[]>('GET', `/deliveries?endpointId=${endpointId}`)
  assert.deepEqual(body.data, [])
})
