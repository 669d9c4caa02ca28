import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, before, test } from 'node:test'
import fc from 'fast-check'
import { Client } from 'pg'
import { atEnd } from '../../test/support/at-end.ts'
import { type TestDatabase, testDatabase } from '../../test/support/database/database.ts'
import { RateLimiter, type RateLimiterOptions } from './rate-limit.ts'

const LIMITS = {
  read: { perMinute: 600, burst: 120 },
  write: { perMinute: 240, burst: 60 },
  message: { perMinute: 60, burst: 60 },
}
/** Each stands for a process: it has a connection of its own. */
const PROCESSES = 8

let database: TestDatabase
let clients: Client[]
/** Why a test's limiters did without the database, which none may but those that break it. */
const failures: unknown[] = []

before(async () => {
  database = await testDatabase()
  clients = Array.from({ length: PROCESSES }, () => new Client({ connectionString: database.appUrl }))
  atEnd(() => Promise.all(clients.map(client => client.end())))
  await Promise.all(clients.map(client => client.connect()))
})

afterEach(() => {
  const [first] = failures.splice(0)
  assert.ok(!first, `decided without the database: ${first}`)
})

/** A clock that only the test moves. */
function stoppedClock() {
  const clock = { ms: Date.UTC(2026, 6, 1), now: () => clock.ms }
  return clock
}

/** How many of the requests at these times one bucket that is asked every time would allow. */
function exactly({ burst, perMs }: { burst: number; perMs: number }, times: number[]): number {
  let [level, allowed, atMs] = [burst, 0, 0]
  for (const ms of times) {
    level = Math.min(burst, level + (ms - atMs) * perMs)
    atMs = ms
    if (level < 1) continue
    level--
    allowed++
  }
  return allowed
}

function runOn(client: Client): RateLimiterOptions['run'] {
  return async ({ values, ...statement }) => (await client.query({ ...statement, values: [...values] })).rows
}

function processes(count: number, options: Partial<RateLimiterOptions> = {}): RateLimiter[] {
  const onFailOpen = (reason: unknown) => failures.push(reason)
  return clients.slice(0, count).map(
    client =>
      new RateLimiter({
        run: runOn(client),
        limits: LIMITS,
        enabled: true,
        timeoutMs: 20_000,
        onFailOpen,
        ...options,
      }),
  )
}

async function allowed(takes: number, take: (index: number) => ReturnType<RateLimiter['take']>): Promise<number> {
  let count = 0
  for (let index = 0; index < takes; index++) if ((await take(index)).allowed) count++
  return count
}

async function closeAll(limiters: RateLimiter[]): Promise<void> {
  await Promise.all(limiters.map(limiter => limiter.close()))
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  assert.ok(item !== undefined)
  return item
}

test('a burst over two processes gets what one bucket holds', async () => {
  const limiters = processes(2, { nowMs: stoppedClock().now })
  const installation = randomUUID()
  assert.equal(await allowed(300, index => pick(limiters, index).take(installation, 'read')), 120)
  await closeAll(limiters)
})

test('a burst that arrives everywhere at the same time gets no more than 10 % above the bucket', async () => {
  const limiters = processes(4, { nowMs: stoppedClock().now })
  const installation = randomUUID()
  const decisions = await Promise.all(
    Array.from({ length: 600 }, (_, index) => pick(limiters, index).take(installation, 'read')),
  )
  const count = decisions.filter(decision => decision.allowed).length
  assert.ok(count >= 120 && count <= 132, `${count}`)
  await closeAll(limiters)
})

test('over a minute two processes together allow the burst and the rate, within 10 %', async () => {
  const clock = stoppedClock()
  const limiters = processes(2, { nowMs: clock.now })
  const installation = randomUUID()
  const count = await allowed(1_200, index => {
    clock.ms += 50
    return pick(limiters, index).take(installation, 'read')
  })
  assert.ok(count >= 0.9 * 720 && count <= 1.1 * 720, `${count}`)
  await closeAll(limiters)
})

test('whatever the order, no window holds more than the limit and the credit, and nothing allowed is lost', async () => {
  const step = fc.record({ waitMs: fc.constantFrom(0, 0, 0, 3, 40, 900), by: fc.nat(PROCESSES - 1) })
  const steps = fc.array(step, { minLength: 150, maxLength: 250 })
  const sizes = fc.record({ count: fc.integer({ min: 1, max: 6 }), burst: fc.integer({ min: 20, max: 100 }) })
  await fc.assert(
    fc.asyncProperty(steps, sizes, async (moves, { count, burst }) => {
      const clock = stoppedClock()
      const limiters = processes(count, { nowMs: clock.now, limits: { ...LIMITS, read: { perMinute: 600, burst } } })
      const installation = randomUUID()
      const asked: number[] = []
      const times: number[] = []
      for (const { waitMs, by } of moves) {
        clock.ms += waitMs
        asked.push(clock.ms)
        if ((await pick(limiters, by).take(installation, 'read')).allowed) times.push(clock.ms)
      }
      await closeAll(limiters)
      const credit = count * Math.floor(burst / 50)
      const expected = exactly({ burst, perMs: 1 / 100 }, asked)
      assert.ok(times.length >= expected - credit, `${times.length} instead of ${expected}`)
      for (const [from, start] of times.entries())
        for (const [more, end] of times.slice(from).entries())
          assert.ok(more + 1 <= burst + (end - start) / 100 + credit + 1e-6, `${more + 1} in ${end - start} ms`)
    }),
    { numRuns: 25 },
  )
})

test('processes that believe an emptied bucket full go at most 10 % over it, and the client pays it back', async () => {
  const clock = stoppedClock()
  const [first, ...others] = processes(6, { nowMs: clock.now })
  assert.ok(first)
  const installation = randomUUID()
  assert.equal(await allowed(300, () => first.take(installation, 'read')), 120)
  const extra = await allowed(300, index => pick(others, index).take(installation, 'read'))
  assert.ok(extra > 0 && extra <= 12, `${extra}`)
  await Promise.all(others.map(limiter => limiter.flush()))
  clock.ms += (extra * 1000) / 10
  assert.equal(await allowed(60, index => pick(others, index).take(installation, 'read')), 0)
  await closeAll([first, ...others])
})

test('eight processes with many installations each never lock each other out', async () => {
  const limiters = processes(PROCESSES)
  const installations = Array.from({ length: 40 }, () => randomUUID())
  const counts = new Map(installations.map(installation => [installation, 0]))
  const work = limiters.map(async (limiter, process) => {
    for (let round = 0; round < 12; round++) {
      const order = installations.map((_, index) => pick(installations, index * (2 * process + 1) + round))
      const decisions = await Promise.all(order.map(async each => ({ each, ...(await limiter.take(each, 'write')) })))
      for (const { each } of decisions.filter(decision => decision.allowed))
        counts.set(each, (counts.get(each) ?? 0) + 1)
    }
  })
  await Promise.all(work)
  for (const count of counts.values()) assert.ok(count >= 60 && count <= 96, `${count}`)
  await closeAll(limiters)
})

test('answers immediately while the bucket is at least half full, and when it is known to be empty', async () => {
  const clock = stoppedClock()
  const [limiter] = processes(1, { nowMs: clock.now })
  assert.ok(limiter)
  const installation = randomUUID()
  for (let taken = 0; taken < 60; taken++) {
    assert.ok(!(limiter.take(installation, 'read') instanceof Promise), `${taken}`)
    await limiter.flush()
  }
  await allowed(61, () => limiter.take(installation, 'read'))
  const refusal = limiter.take(installation, 'read')
  assert.ok(!(refusal instanceof Promise) && !refusal.allowed)
  clock.ms += 100
  assert.ok((await limiter.take(installation, 'read')).allowed)
  await limiter.close()
})

test('the numbers count down to the refusal, whichever process answers', async () => {
  const [limiter] = processes(1, { nowMs: stoppedClock().now })
  assert.ok(limiter)
  const installation = randomUUID()
  const decisions = await Promise.all(Array.from({ length: 61 }, () => limiter.take(installation, 'message')))
  assert.deepEqual(
    decisions.map(decision => decision.remaining),
    Array.from({ length: 61 }, (_, index) => Math.max(0, 59 - index)),
  )
  const expected = {
    allowed: false,
    limit: 60,
    remaining: 0,
    resetSeconds: 60,
    retryAfterSeconds: 1,
    windowSeconds: 60,
  }
  assert.deepEqual(decisions.at(-1), expected)
  await limiter.close()
})

test('installations and classes have buckets of their own', async () => {
  const [limiter] = processes(1, { nowMs: stoppedClock().now })
  assert.ok(limiter)
  const [one, other] = [randomUUID(), randomUUID()]
  assert.equal(await allowed(100, () => limiter.take(one, 'write')), 60)
  assert.equal(await allowed(100, () => limiter.take(other, 'write')), 60)
  assert.equal(await allowed(100, () => limiter.take(one, 'message')), 60)
  await limiter.close()
})

test('a process that starts anew finds the bucket as the last one left it', async () => {
  const clock = stoppedClock()
  const installation = randomUUID()
  for (const expected of [30, 30, 1]) {
    const [limiter] = processes(1, { nowMs: clock.now })
    assert.ok(limiter)
    assert.equal(await allowed(30, () => limiter.take(installation, 'write')), expected)
    await limiter.close()
  }
})

test('counts by the database’s clock when it is given none', async () => {
  const limits = { ...LIMITS, write: { perMinute: 1, burst: 10 } }
  const limiters = processes(2, { limits })
  const installation = randomUUID()
  assert.equal(await allowed(30, index => pick(limiters, index).take(installation, 'write')), 10)
  await closeAll(limiters)
})

test('a database that cannot answer refuses no request: each process keeps to the limit alone, and it is counted', async () => {
  const clock = stoppedClock()
  const reasons: unknown[] = []
  const lost = new Error('connection lost')
  let broken = true
  const [limiter] = processes(1, {
    nowMs: clock.now,
    onFailOpen: reason => reasons.push(reason),
    run: statement => (broken ? Promise.reject(lost) : runOn(pick(clients, 0))(statement)),
  })
  assert.ok(limiter)
  const installation = randomUUID()
  assert.equal(await allowed(100, () => limiter.take(installation, 'write')), 60)
  assert.ok(reasons.length >= 90 && reasons.every(reason => reason === lost))
  clock.ms += 500
  assert.equal(await allowed(100, () => limiter.take(installation, 'write')), 2)

  broken = false
  clock.ms += 1_000
  reasons.length = 0
  assert.ok((await limiter.take(installation, 'write')).allowed)
  assert.equal(reasons.length, 0)
  await limiter.close()
})

test('a database that does not answer at all keeps no request waiting', async () => {
  let decided = 0
  const [limiter] = processes(1, {
    nowMs: stoppedClock().now,
    timeoutMs: 5,
    onFailOpen: () => decided++,
    run: () => new Promise(() => {}),
  })
  assert.ok(limiter)
  const installation = randomUUID()
  const decisions = await Promise.all(Array.from({ length: 80 }, () => limiter.take(installation, 'message')))
  assert.equal(decisions.filter(decision => decision.allowed).length, 60)
  assert.ok(decided >= 79)
  await limiter.close()
})

test('an answer that lacks a bucket counts as none', async () => {
  let decided = 0
  const [limiter] = processes(1, { onFailOpen: () => decided++, run: () => Promise.resolve([]) })
  assert.ok(limiter)
  const installation = randomUUID()
  await limiter.take(installation, 'write')
  assert.ok((await limiter.take(installation, 'write')).allowed)
  assert.equal(decided, 1)
  await limiter.close()
})

test('switched off, it allows everything without asking the database', async () => {
  const run = () => assert.fail('asked')
  const limiter = new RateLimiter({ run, limits: LIMITS, enabled: false })
  for (let index = 0; index < 1_000; index++) {
    const decision = limiter.take('ins_1', 'write')
    assert.ok(!(decision instanceof Promise) && decision.allowed && decision.remaining === 60)
  }
  await limiter.close()
})

test('the application reaches the buckets only by taking tokens', async () => {
  const client = pick(clients, 0)
  for (const text of ['select * from rate_bucket', 'delete from rate_bucket', 'update rate_bucket set tokens = 1e9'])
    await assert.rejects(client.query(text), /permission denied/)
  const dispatcher = new Client({ connectionString: database.dispatcherUrl })
  await dispatcher.connect()
  const call = "select * from take_tokens('{b}', '{1}', '{1}', '{0}', '{1}')"
  await assert.rejects(dispatcher.query(call), /permission denied/)
  await dispatcher.end()
})
