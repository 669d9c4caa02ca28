import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { driver } from '../../test/support/database/driver.ts'
import { takeLease } from './lease.ts'

const app = await startApp()
const connections = driver.connections(app.database.dispatcherUrl, 'test', 1)
atEnd(() => connections.close())
beforeEach(() => app.sql('truncate webhook_delivery, webhook_worker'))

const join = (worker: string, leaseUntil: string) =>
  app.sql('insert into webhook_worker (id, lease_until) values ($1, $2)', [worker, leaseUntil])

const queueTwo = () =>
  app.sql(
    `insert into webhook_delivery (id, company_id, endpoint_id, event_id, event_type, event_at, origin, due_at, created_at)
     select 'a1 0 ' || n, 'a', 'a1', 'evt_1', 'patient.created', now(), 'EVENT', now(), now()
     from generate_series(1, 2) n`,
  )

test('takes back what a worker had claimed whose lease ran out, and leaves what a living one has', async () => {
  const clock = { ms: 0 }
  const lease = await takeLease(connections, { leaseMs: 60_000, attemptMs: 10_000, clock: () => clock.ms })
  await queueTwo()
  await app.sql(`update webhook_delivery set claimed_by = $1 where id = 'a1 0 1'`, [lease.id()])
  await join('gone', '-infinity')
  await app.sql(`update webhook_delivery set claimed_by = 'gone' where id = 'a1 0 2'`)
  assert.equal(await lease.takeBack(), 1)
  assert.deepEqual(await app.sql('select id, claimed_by from webhook_delivery order by id'), [
    { id: 'a1 0 1', claimed_by: lease.id() },
    { id: 'a1 0 2', claimed_by: null },
  ])
})

test('a lease covers a claim only while a whole attempt fits into it, and never again once it has lapsed', async () => {
  const clock = { ms: 0 }
  const lease = await takeLease(connections, { leaseMs: 60_000, attemptMs: 10_000, clock: () => clock.ms })
  const first = lease.id()
  clock.ms = 49_999
  assert.ok(lease.covers(first))
  clock.ms = 50_000
  assert.ok(!lease.covers(first))
  await lease.renew()
  assert.ok(lease.covers(first))
  await app.sql(`update webhook_worker set lease_until = now() - interval '1 second'`)
  await lease.renew()
  assert.ok(!lease.covers(first))
  assert.notEqual(lease.id(), first)
  assert.ok(lease.covers(lease.id()))
})
