import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient } from '@clinic/contract/patients.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  recoverWebhookDeliveries,
  redeliverWebhookDelivery,
  updateWebhookEndpoint,
} from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { hastenJobs, runJobs } from '../../test/support/app/jobs.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'

const app = await startApp()
const receiver = await startReceiver()

async function endpoint() {
  const clinic = await app.clinic({ sandbox: true })
  const branch = await app.branch(clinic)
  const { token, installation } = await app.installation(clinic, { mode: 'TEST' })
  const api = app.api(token)
  const { body } = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  const { id } = body.data
  return {
    clinic,
    installation,
    api,
    id,
    addPatient: async () =>
      void (await api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })),
    recover: (since = '2 hours') => recoverSince(api, id, since),
    statuses: async () => (await api.all(listWebhookDeliveries, { id })).map(({ status }) => status),
    /** Sends what is queued and waits until nothing is. */
    async send() {
      const dispatcher = await startDispatcher(app)
      while ((await app.sql('select from webhook_delivery where endpoint_id = $1', [id])).length > 0)
        await new Promise(resolve => setTimeout(resolve, 10))
      await dispatcher.stop()
    },
  }
}

async function recoverSince(api: ReturnType<typeof app.api>, id: string, ago: string) {
  const [row] = await app.sql<{ since: string }>('select now() - $1::interval as since', [ago])
  return api.call(recoverWebhookDeliveries, { id, since: row?.since ?? '' })
}

const receivedBy = (clinicId: string) => receiver.received.filter(({ event }) => event.companyId === clinicId)

test('delivers what was skipped while the endpoint was off, once, with the same event ids', async () => {
  const { api, id, clinic, addPatient, recover, send, statuses } = await endpoint()
  await api.call(updateWebhookEndpoint, { id, active: false })
  for (let n = 0; n < 3; n++) await addPatient()
  assert.deepEqual(await statuses(), ['SKIPPED', 'SKIPPED', 'SKIPPED'])
  await api.call(updateWebhookEndpoint, { id, active: true })
  await addPatient()
  const answer = await recover()
  assert.deepEqual([answer.status, answer.body.data.status, answer.body.data.deliveries], [200, 'QUEUED', 0])
  await runJobs(app)
  await send()
  const ids = receivedBy(clinic.company_id).map(({ event }) => event.id)
  assert.equal(ids.length, 4)
  assert.equal(new Set(ids).size, 4)
  const [recovery] = await app.sql('select status, deliveries from webhook_recovery where endpoint_id = $1', [id])
  assert.deepEqual(recovery, { status: 'COMPLETED', deliveries: 3 })
})

test('recovers nothing a second time, however it arrived', async () => {
  const { api, id, clinic, addPatient, recover, send } = await endpoint()
  await api.call(updateWebhookEndpoint, { id, active: false })
  for (let n = 0; n < 2; n++) await addPatient()
  await api.call(updateWebhookEndpoint, { id, active: true })
  const [skipped] = await api.all(listWebhookDeliveries, { id })
  await api.call(redeliverWebhookDelivery, { id, deliveryId: skipped?.id ?? '' })
  await send()
  for (const _ of [1, 2]) {
    await recover()
    await runJobs(app)
    await send()
  }
  assert.equal(receivedBy(clinic.company_id).length, 2)
})

test('recovers deliveries that were exhausted', async () => {
  const { api, id, clinic, addPatient, recover, send } = await endpoint()
  await addPatient()
  const moved = await app.sql(
    `with gone as (delete from webhook_delivery where endpoint_id = $1 returning *)
     insert into webhook_delivery_done (id, company_id, endpoint_id, event_id, event_type, event_at, origin, status,
       attempts, created_at, finished_at)
     select id, company_id, endpoint_id, event_id, event_type, event_at, origin, 'EXHAUSTED', 15, created_at, now()
     from gone returning id`,
    [id],
  )
  assert.equal(moved.length, 1)
  await recover()
  await runJobs(app)
  await send()
  assert.equal(receivedBy(clinic.company_id).length, 1)
  assert.equal((await api.all(listWebhookDeliveries, { id })).length, 2)
})

test('goes through thousands of events in steps, and continues where a step ended', async () => {
  const { api, id, clinic, recover } = await endpoint()
  await app.sql(
    `insert into event (company_id, id, type, created_at, data)
     select $1, 'evt_01k' || lpad(n::text, 23, '0'), case n % 3 when 0 then 'patient.updated' else 'patient.created' end,
       date_trunc('milliseconds', now() - interval '1 hour' + n * interval '1 millisecond'), '{"id": "pat_1", "object": "patient"}'
     from generate_series(1, 1800) n`,
    [clinic.company_id],
  )
  await recover()
  await runJobs(app)
  const queued = async () => (await app.sql('select from webhook_delivery where endpoint_id = $1', [id])).length
  const first = await queued()
  assert.ok(first >= 1000 && first < 1200, `${first} queued`)
  await app.sql('delete from webhook_delivery where endpoint_id = $1', [id])
  await hastenJobs(app)
  await runJobs(app)
  assert.equal(first + (await queued()), 1200)
  const [recovery] = await app.sql('select status, deliveries from webhook_recovery where endpoint_id = $1', [id])
  assert.deepEqual(recovery, { status: 'COMPLETED', deliveries: 1200 })
  const recovered = await api.all(listWebhookDeliveries, { id, limit: 100 })
  assert.ok(recovered.length > 0 && recovered.every(one => one.eventType === 'patient.created'))
})

test('waits while the endpoint is disabled, and ends with it when it is deleted', async () => {
  const { api, id, addPatient, recover } = await endpoint()
  await addPatient()
  await app.sql('delete from webhook_delivery where endpoint_id = $1', [id])
  await recover()
  await api.call(updateWebhookEndpoint, { id, active: false })
  await runJobs(app)
  assert.equal((await app.sql('select from webhook_delivery where endpoint_id = $1', [id])).length, 0)
  await api.call(deleteWebhookEndpoint, { id })
  await hastenJobs(app)
  await runJobs(app)
  assert.deepEqual(await app.sql('select from graphile_worker._private_jobs'), [])
})

test('refuses spans that are too old, not past or upside down, ungranted events and disabled endpoints', async () => {
  const { api, id, recover, installation } = await endpoint()
  assert.equal((await recover('31 days')).body.error.code, 'validation_failed')
  assert.equal((await recover('-1 hour')).body.error.code, 'validation_failed')
  const now = new Date().toISOString()
  const upsideDown = await api.call(recoverWebhookDeliveries, { id, since: now, until: '2026-01-01T00:00:00Z' })
  assert.equal(upsideDown.body.error.code, 'validation_failed')
  await app.sql(`update installation set granted_events = '{patient.created}' where id = $1`, [installation.id])
  const since = new Date(Date.now() - 1000).toISOString()
  const ungranted = await api.call(recoverWebhookDeliveries, { id, since, eventTypes: ['invoice.paid'] })
  assert.equal(ungranted.body.error.code, 'event_not_granted')
  await api.call(updateWebhookEndpoint, { id, active: false })
  assert.equal((await recover()).body.error.code, 'invalid_state_transition')
})
