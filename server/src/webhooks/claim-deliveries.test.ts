import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { driver } from '../../test/support/database/driver.ts'
import { sql } from '../db/statement.ts'
import { type Claim, claimsOf } from './claim.ts'
import { CLAIM_LOCK, type ClaimRequest, claimDeliveries } from './claim-deliveries.ts'
import { FIRST_LIMIT, MAX_LIMIT } from './concurrency-limit.ts'

const app = await startApp()
const connections = driver.connections(app.database.dispatcherUrl, 'test', 1)
atEnd(() => connections.close())
beforeEach(() =>
  app.sql(`truncate webhook_delivery, webhook_concurrency_limit, webhook_worker; ${JOIN} ('w1', 'infinity')`),
)

const JOIN = 'insert into webhook_worker (id, lease_until) values'
const join = (worker: string, leaseUntil = 'infinity') => app.sql(`${JOIN} ($1, $2)`, [worker, leaseUntil])

/** Queues so many first attempts for an endpoint; the endpoint's clinic is the letter of its name. */
const queue = (endpoint: string, count: number, { priority = 0, ago = '1 second' } = {}) =>
  app.sql(
    `insert into webhook_delivery (id, company_id, endpoint_id, event_id, event_type, event_at, origin, priority, due_at,
       created_at)
     select $1 || ' ' || $3 || ' ' || n, left($1, 1), $1, 'evt_1', 'patient.created', now(), 'EVENT', $3::int,
       now() - $4::interval, now()
     from generate_series(1, $2) n`,
    [endpoint, count, priority, ago],
  )

const REQUEST = { leaseId: 'w1', after: '', endpoints: 100, limit: 100, suspects: 100, excluded: [], inFlight: {} }
async function claim(request: Partial<ClaimRequest> = {}) {
  const rows = await connections.run(claimDeliveries({ ...REQUEST, ...request }))
  return { rows, claimed: claimsOf(rows) }
}

const countBy = (rows: readonly Claim[], key: 'company_id' | 'endpoint_id') =>
  Object.fromEntries(
    Map.groupBy(rows, row => row[key])
      .entries()
      .map(([name, all]) => [name, all.length]),
  )

test('gives an endpoint no more than its concurrency limit, counting what is in flight', async () => {
  await queue('a1', 50)
  assert.equal((await claim()).claimed.length, FIRST_LIMIT)
  const inFlight = { a1: FIRST_LIMIT }
  assert.equal((await claim({ inFlight })).claimed.length, 0)
  await app.sql(`insert into webhook_concurrency_limit values ('a', 'a1', ${MAX_LIMIT}, 0)`)
  const { claimed } = await claim({ inFlight })
  assert.equal(claimed.length, MAX_LIMIT - FIRST_LIMIT)
  assert.deepEqual(
    claimed.map(({ saturated }) => saturated),
    claimed.map((_, place) => place === claimed.length - 1),
  )
})

test('leaves the other workers that are alive their part of the limit, and never less than one', async () => {
  await join('w2')
  await join('w3', '-infinity')
  await queue('a1', 50)
  assert.equal((await claim()).claimed.length, FIRST_LIMIT / 2)
  for (let n = 4; n < 4 + 2 * FIRST_LIMIT; n++) await join(`w${n}`)
  await queue('b1', 50)
  assert.equal((await claim({ excluded: ['a1'] })).claimed.length, 1)
})

test('claims nothing under a lease that has lapsed or is gone', async () => {
  await queue('a1', 1)
  // Leases are kept in whole milliseconds, of which the present one may round up.
  await app.sql(`update webhook_worker set lease_until = now() - interval '1 millisecond'`)
  assert.equal((await claim()).claimed.length, 0)
  await app.sql('delete from webhook_worker')
  assert.equal((await claim()).claimed.length, 0)
  await join('w1')
  assert.equal((await claim()).claimed.length, 1)
})

test('marks what it claims in place, without touching an index of the queue', async () => {
  const updates = async () => {
    await connections.run(sql('select pg_stat_force_next_flush()')([]))
    const [row] = await app.sql<{ all: string; inPlace: string }>(
      `select n_tup_upd as all, n_tup_hot_upd as "inPlace" from pg_stat_user_tables where relname = 'webhook_delivery'`,
    )
    return { all: Number(row?.all), inPlace: Number(row?.inPlace) }
  }
  await queue('a1', 200)
  await app.sql(`insert into webhook_concurrency_limit values ('a', 'a1', 200, 0)`)
  const before = await updates()
  assert.equal((await claim({ limit: 200 })).claimed.length, 200)
  const after = await updates()
  assert.deepEqual([after.all - before.all, after.inPlace - before.inPlace], [200, 200])
})

test('lets clinics take turns when there is not capacity for all, and endpoints within a clinic', async () => {
  for (const endpoint of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) await queue(endpoint, 8, { ago: '1 hour' })
  await queue('b1', 8)
  await queue('c1', 8)
  const { claimed } = await claim({ limit: 34 })
  assert.deepEqual(countBy(claimed, 'company_id'), { a: 18, b: 8, c: 8 })
  const ofFirst = claimed.filter(row => row.company_id === 'a')
  assert.deepEqual(countBy(ofFirst, 'endpoint_id'), { a1: 3, a2: 3, a3: 3, a4: 3, a5: 3, a6: 3 })
})

test('takes first attempts before retries, and both before what is recovered', async () => {
  await queue('a1', 3, { priority: 2, ago: '3 hours' })
  await queue('a1', 3, { priority: 1, ago: '2 hours' })
  await queue('a1', 3, { priority: 0 })
  const ids = (await claim()).claimed.map(({ id }) => id.split(' ')[1])
  assert.deepEqual(ids, ['0', '0', '0', '1', '1', '1', '2', '2'])
})

test('takes from failing endpoints no more than is asked for', async () => {
  for (const endpoint of ['a1', 'b1', 'c1']) await queue(endpoint, 8)
  await app.sql(`insert into webhook_concurrency_limit values ('a', 'a1', 8, 3), ('b', 'b1', 8, 30)`)
  const { claimed } = await claim({ suspects: 5 })
  const { a1 = 0, b1 = 0, c1 } = countBy(claimed, 'endpoint_id')
  assert.equal(a1 + b1, 5)
  assert.equal(c1, 8)
})

test('passes over excluded endpoints, and what waits for its time or is in flight', async () => {
  await queue('a1', 2)
  await queue('b1', 4)
  await app.sql(`update webhook_delivery set state = 'WAITING' where id = 'b1 0 1'`)
  await app.sql(`update webhook_delivery set claimed_by = 'w2' where id = 'b1 0 2'`)
  const { claimed } = await claim({ excluded: ['a1'] })
  assert.deepEqual(claimed.map(({ id }) => id).sort(), ['b1 0 3', 'b1 0 4'])
})

test('goes on with further endpoints where the last scan ended', async () => {
  for (const endpoint of ['a1', 'b1', 'c1', 'd1', 'e1']) await queue(endpoint, 1)
  const first = await claim({ endpoints: 2 })
  assert.deepEqual(
    first.claimed.map(({ endpoint_id }) => endpoint_id),
    ['a1', 'b1'],
  )
  assert.equal(first.rows[0]?.resume_after, 'b1')
  const second = await claim({ endpoints: 2, after: 'b1' })
  assert.deepEqual(
    second.claimed.map(({ endpoint_id }) => endpoint_id),
    ['c1', 'd1'],
  )
  const third = await claim({ endpoints: 2, after: 'd1' })
  assert.deepEqual(
    third.claimed.map(({ endpoint_id }) => endpoint_id),
    ['e1'],
  )
  assert.equal(third.rows[0]?.resume_after, null)
})

test('claims with the same endpoint number have the same endpoint', async () => {
  for (const endpoint of ['a1', 'a2', 'b1']) await queue(endpoint, 3)
  const { claimed } = await claim()
  const endpointOf = new Map(claimed.map(({ endpoint_number, endpoint_id }) => [endpoint_number, endpoint_id]))
  assert.equal(endpointOf.size, 3)
  for (const { endpoint_number, endpoint_id } of claimed) assert.equal(endpointOf.get(endpoint_number), endpoint_id)
})

test('is not admitted while another worker claims', async () => {
  await queue('a1', 1)
  const other = new pg.Client(app.database.dispatcherUrl)
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [CLAIM_LOCK])
  const { rows, claimed } = await claim()
  assert.deepEqual([rows[0]?.admitted, claimed.length], [false, 0])
  await other.end()
})

test('raises the fencing token, so that a report for an earlier claim is recognised', async () => {
  await queue('a1', 1)
  assert.equal((await claim()).claimed[0]?.fencing_token, 1)
  await app.sql('update webhook_delivery set claimed_by = null')
  assert.equal((await claim()).claimed[0]?.fencing_token, 2)
})

test('brings the content of the event, from the delivery that holds it or else from the event while there is one', async () => {
  await app.sql(
    `insert into event (company_id, id, type, created_at, data, previous_attributes)
     select 'a', 'evt_' || n, 'patient.updated', now(), '{"of": "event"}', '{"was": "event"}' from generate_series(1, 2) n`,
  )
  await app.sql(
    `insert into webhook_delivery (id, company_id, endpoint_id, event_id, event_type, event_at, origin, due_at, created_at,
       data, previous_attributes)
     select 'whd_' || n, 'a', 'whe_' || n, 'evt_' || n, 'patient.updated', event.created_at, 'EVENT', now(), now(),
       case n when 1 then '{"of":"delivery"}' end, null
     from generate_series(1, 3) n left join event on event.company_id = 'a' and event.id = 'evt_' || least(n, 2)`,
  )
  const { claimed } = await claim()
  assert.deepEqual(
    claimed
      .map(({ id, data, previous_attributes }) => [id, data, previous_attributes])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    [
      ['whd_1', '{"of":"delivery"}', null],
      ['whd_2', '{"of": "event"}', '{"was": "event"}'],
      ['whd_3', null, null],
    ],
  )
})
