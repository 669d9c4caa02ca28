import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { endpointHealth } from './endpoint-health.ts'

const app = await startApp()

test('shows the share of attempts that succeeded, how long they took, and what is queued', async () => {
  const clinic = await app.clinic()
  const empty = await app.write(clinic, tx => endpointHealth(tx, 'whe_1'))
  assert.deepEqual([empty.deliveries, empty.successRate, empty.p50Ms, empty.queued], [0, null, null, 0])
  await app.sql(
    `insert into webhook_delivery_done (id, company_id, endpoint_id, event_id, event_type, event_at, origin, status,
       attempts, duration_ms, created_at, finished_at)
     select 'whd_' || n, $1, 'whe_1', 'evt_1', 'patient.created', now(), 'EVENT',
       case when n <= 9 then 'SUCCEEDED' else 'EXHAUSTED' end, case when n <= 9 then 1 else 7 end, n * 10,
       case when n <= 10 then now() else now() - interval '2 days' end, now()
     from generate_series(1, 12) n`,
    [clinic.company_id],
  )
  await app.sql(
    `insert into webhook_delivery (id, company_id, endpoint_id, event_id, event_type, event_at, origin, state, attempts,
       due_at, created_at)
     values ('whd_w', $1, 'whe_1', 'evt_1', 'patient.created', now(), 'EVENT', 'WAITING', 2, now(), '2026-01-01')`,
    [clinic.company_id],
  )
  const health = await app.write(clinic, tx => endpointHealth(tx, 'whe_1'))
  assert.deepEqual(
    { ...health, lastSuccessAt: typeof health.lastSuccessAt },
    {
      deliveries: 10,
      succeeded: 9,
      successRate: 0.5,
      p50Ms: 50,
      p95Ms: 86,
      queued: 1,
      oldestQueuedAt: '2026-01-01T00:00:00.000Z',
      lastSuccessAt: 'string',
    },
  )
})
