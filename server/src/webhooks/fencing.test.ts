import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import pg from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { stopWorker, workerProcess } from '../../test/support/app/worker-process.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'

const app = await startApp()
const receiver = await startReceiver()

const OPTIONS = {
  rules: { backoffMs: 50, maxAttempts: 3, maxConsecutiveFailures: 20 },
  leaseMs: 3000,
  attemptMs: 500,
}
const DELIVERIES = 40

async function queueDeliveries(): Promise<void> {
  const clinic = await app.clinic({ sandbox: true })
  const api = app.api((await app.installation(clinic, { mode: 'TEST' })).token)
  const { body } = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  await app.sql(
    `with new_event as (
       insert into event (company_id, id, type, created_at, data)
       select $1, 'evt_01k' || lpad(n::text, 23, '0'), 'patient.created', now(), '{"id": "pat_1", "object": "patient"}'
       from generate_series(1, $3) n returning *)
     insert into webhook_delivery (id, company_id, endpoint_id, event_id, event_type, event_at, origin, due_at, created_at)
     select delivery_id(id, $2), company_id, $2, id, type, created_at, 'EVENT', now(), now() from new_event`,
    [clinic.company_id, body.data.id, DELIVERIES],
  )
}

async function until(text: string, count: number): Promise<void> {
  for (;;) {
    const [row] = await app.sql<{ n: number }>(`select count(*)::int as n from ${text}`)
    if (row?.n === count) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

test('a worker that was asleep past its lease sends nothing of what it had claimed', { timeout: 120_000 }, async () => {
  await queueDeliveries()
  // Secrets cannot be read, so the worker that is put to sleep stands between claiming and sending.
  const blocker = new pg.Client(app.database.ownerUrl)
  await blocker.connect()
  await blocker.query('begin; lock table webhook_secret in access exclusive mode')
  const sleeper = await workerProcess(app, OPTIONS)
  // A stopped process outlives a test that fails, and the file with it.
  atEnd(() => sleeper.kill('SIGKILL'))
  await until(`webhook_delivery where claimed_by is not null`, 8)
  sleeper.kill('SIGSTOP')
  await blocker.query('commit')
  await blocker.end()
  const other = await workerProcess(app, OPTIONS)
  atEnd(() => other.kill('SIGKILL'))
  await until(`webhook_delivery_done where status = 'SUCCEEDED'`, DELIVERIES)
  await stopWorker(other)
  assert.equal(receiver.received.length, DELIVERIES)
  sleeper.kill('SIGCONT')
  await stopWorker(sleeper)
  const sent = receiver.received.map(
    ({ headers }) => `${headers['service-delivery-id']} ${headers['service-delivery-attempt']}`,
  )
  assert.equal(sent.length, DELIVERIES)
  assert.equal(new Set(sent).size, DELIVERIES)
  const done = await app.sql('select distinct status, attempts from webhook_delivery_done')
  assert.deepEqual(done, [{ status: 'SUCCEEDED', attempts: 1 }])
})
