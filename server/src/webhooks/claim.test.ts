import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../test/harness.ts'
import { SharedConnections } from '../db/pool.ts'
import { CLAIM_TURN, type ClaimedRow, claimDeliveries, FIRST_CAP, MAX_CAP } from './claim.ts'
import { takeLease } from './lease.ts'

const app = await startApp()
const connections = new SharedConnections(app.database.dispatcherUrl, 'test', 1)
after(() => connections.close())
beforeEach(() => app.sql('truncate webhook_delivery, webhook_pace, webhook_worker'))

/** Queues so many first attempts for an endpoint; the endpoint's clinic is the letter of its name. */
const queue = (endpoint: string, count: number, values: { priority?: number; ago?: string } = {}) =>
  app.sql(
    `insert into webhook_delivery (id, company_id, endpoint_id, event_id, event_type, event_at, origin, priority, due_at,
       created_at)
     select $1 || ' ' || $4 || ' ' || n, left($1, 1), $1, 'evt_1', 'patient.created', now(), 'EVENT', $3,
       now() - $5::interval, now()
     from generate_series(1, $2) n`,
    [endpoint, count, values.priority ?? 0, values.priority ?? 0, values.ago ?? '1 second'],
  )

interface Wishes {
  from?: string
  page?: number
  limit?: number
  suspects?: number
  excluded?: string[]
}

async function claim({ from = '', page = 100, limit = 100, suspects = 100, excluded = [] }: Wishes = {}) {
  const rows = await connections.run<ClaimedRow>(claimDeliveries(['w1', from, page, limit, suspects, excluded]))
  return { rows, claimed: rows.filter(row => row.id !== null) }
}

const countBy = (rows: readonly ClaimedRow[], key: 'company_id' | 'endpoint_id') =>
  Object.fromEntries(
    Map.groupBy(rows, row => row[key])
      .entries()
      .map(([name, all]) => [name, all.length]),
  )

test('gives an endpoint no more than its cap, counting what is under way', async () => {
  await queue('a1', 50)
  assert.equal((await claim()).claimed.length, FIRST_CAP)
  assert.equal((await claim()).claimed.length, 0)
  await app.sql(`insert into webhook_pace values ('a1', 'a', ${MAX_CAP}, 0)`)
  const { claimed } = await claim()
  assert.equal(claimed.length, MAX_CAP - FIRST_CAP)
  assert.ok(claimed.every(({ filled }) => filled))
})

test('lets clinics take turns when there is not room for all, and endpoints within a clinic', async () => {
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

test('takes from failing endpoints no more than it is told', async () => {
  for (const endpoint of ['a1', 'b1', 'c1']) await queue(endpoint, 8)
  await app.sql(`insert into webhook_pace values ('a1', 'a', 8, 3), ('b1', 'b', 8, 30)`)
  const { claimed } = await claim({ suspects: 5 })
  const { a1 = 0, b1 = 0, c1 } = countBy(claimed, 'endpoint_id')
  assert.equal(a1 + b1, 5)
  assert.equal(c1, 8)
})

test('passes over excluded endpoints, and what waits for its time or is under way', async () => {
  await queue('a1', 2)
  await queue('b1', 4)
  await app.sql(`update webhook_delivery set state = 'WAITING' where id = 'b1 0 1'`)
  await app.sql(`update webhook_delivery set state = 'SENDING' where id = 'b1 0 2'`)
  const { claimed } = await claim({ excluded: ['a1'] })
  assert.deepEqual(claimed.map(({ id }) => id).sort(), ['b1 0 3', 'b1 0 4'])
})

test('goes on with the endpoints beyond the page where the last walk ended', async () => {
  for (const endpoint of ['a1', 'b1', 'c1', 'd1', 'e1']) await queue(endpoint, 1)
  const first = await claim({ page: 2 })
  assert.deepEqual(
    first.claimed.map(({ endpoint_id }) => endpoint_id),
    ['a1', 'b1'],
  )
  assert.deepEqual([first.rows[0]?.seen, first.rows[0]?.last], [2, 'b1'])
  const second = await claim({ page: 2, from: 'b1' })
  assert.deepEqual(
    second.claimed.map(({ endpoint_id }) => endpoint_id),
    ['c1', 'd1'],
  )
})

test('is not admitted while another worker claims', async () => {
  await queue('a1', 1)
  const other = new pg.Client(app.database.dispatcherUrl)
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [CLAIM_TURN])
  const { rows, claimed } = await claim()
  assert.deepEqual([rows[0]?.admitted, claimed.length], [false, 0])
  await other.end()
})

test('raises the claim, so that a report for an earlier one is known', async () => {
  await queue('a1', 1)
  assert.equal((await claim()).claimed[0]?.claim, 1)
  await app.sql(`update webhook_delivery set state = 'READY'`)
  assert.equal((await claim()).claimed[0]?.claim, 2)
})

test('takes back what a worker had claimed whose lease ran out, and leaves what a living one has', async () => {
  const clock = { ms: 0 }
  const lease = await takeLease(connections, { leaseMs: 60_000, attemptMs: 10_000, clock: () => clock.ms })
  await queue('a1', 2)
  await app.sql(`update webhook_delivery set state = 'SENDING', claimed_by = $1 where id = 'a1 0 1'`, [lease.id()])
  await app.sql(`update webhook_delivery set state = 'SENDING', claimed_by = 'gone' where id = 'a1 0 2'`)
  assert.equal(await lease.takeBack(), 1)
  assert.deepEqual(await app.sql('select id, state from webhook_delivery order by id'), [
    { id: 'a1 0 1', state: 'SENDING' },
    { id: 'a1 0 2', state: 'READY' },
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
