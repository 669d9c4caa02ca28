import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { atEnd } from '../../test/support/at-end.ts'
import { refuse } from '../kernel/errors.ts'
import { COUNTS } from './figures.ts'
import { Metrics } from './metrics.ts'
import { httpServer } from './server.ts'
import { Strangers } from './strangers.ts'

const PER_MINUTE = 12

/** A server of which the path says what becomes of a request, and the header where it came from. */
async function serverWith({ enabled = true } = {}) {
  const clock = { nowMs: 0 }
  const addressOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.from)
  const strangers = new Strangers({ addressOf, perMinute: PER_MINUTE, enabled, nowMs: () => clock.nowMs })
  const log = pino({ level: 'silent' })
  const http = httpServer({ log, strangers, requestTimeoutMs: 1_000, publicUrl: 'http://localhost' })
  http.get('/guess', async () => refuse('unauthenticated'))
  http.get('/broken', async () => refuse('internal_error'))
  http.get('/store', async request => {
    strangers.requireWrite(request)
    return {}
  })
  http.get('/log-in', async request => {
    strangers.requireWrite(request)
    strangers.know(request)
    return refuse('not_found', { resource: 'path' })
  })
  await http.ready()
  atEnd(() => http.close())
  const ask = async (url: string, from = '192.0.2.1') => (await http.inject({ url, headers: { from } })).statusCode
  return { http, clock, strangers, ask }
}

const times = async (count: number, ask: () => Promise<number>) => {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push(await ask())
  return statuses
}

test('a network gets so many refusals a minute, then is told how long to wait', async () => {
  const { http, clock, ask } = await serverWith()
  assert.deepEqual(await times(PER_MINUTE + 1, () => ask('/guess')), [...Array(PER_MINUTE).fill(401), 429])
  const { headers, body } = await http.inject({ url: '/guess', headers: { from: '192.0.2.1' } })
  const details = { retryAfterSeconds: 5, limit: PER_MINUTE, windowSeconds: 60 }
  assert.deepEqual([headers['retry-after'], JSON.parse(body).error.details], ['5', details])
  assert.equal(headers['www-authenticate'], undefined)
  assert.equal(await ask('/guess', '192.0.2.2'), 401)
  clock.nowMs += 5_000
  assert.deepEqual([await ask('/guess'), await ask('/guess')], [401, 429])
})

test('an IPv6 network is all that one customer has', async () => {
  const { ask } = await serverWith()
  let host = 0
  await times(PER_MINUTE, () => ask('/guess', `2001:db8:1:2::${host++}`))
  assert.deepEqual([await ask('/guess', '2001:db8:1:2:ffff::1'), await ask('/guess', '2001:db8:1:3::1')], [429, 401])
})

test('what may leave something behind costs four times as much, and is refused before it begins', async () => {
  const { ask } = await serverWith()
  assert.deepEqual(await times(4, () => ask('/store')), [200, 200, 200, 429])
  assert.equal(await ask('/guess'), 429)
})

test('who turns out to be known has taken nothing, whatever becomes of the request', async () => {
  const { ask } = await serverWith()
  assert.deepEqual(await times(10, () => ask('/log-in')), Array(10).fill(404))
  assert.deepEqual(await times(3, () => ask('/store')), [200, 200, 200])
})

test('a failure of ours counts against nobody', async () => {
  const { ask, strangers } = await serverWith()
  await times(20, () => ask('/broken'))
  assert.deepEqual(
    [await ask('/guess'), strangers.counts.values()],
    [
      401,
      [
        [['refused'], 1],
        [['limited'], 0],
      ],
    ],
  )
})

test('switched off nobody waits, and it is counted all the same, where an operator reads it', async () => {
  const [on, off] = [await serverWith(), await serverWith({ enabled: false })]
  const read = async ({ strangers }: typeof on) => {
    const metrics = new Metrics()
    metrics.showCounts(COUNTS.strangers, () => strangers.counts.values())
    const text = await metrics.registry.getSingleMetricAsString('clinic_stranger_requests_total')
    return [...text.matchAll(/\{outcome="(\w+)"\} (\d+)/g)].map(([, outcome, count]) => `${outcome} ${count}`)
  }
  for (const { ask } of [on, off]) await times(PER_MINUTE + 3, () => ask('/guess'))
  assert.deepEqual(await read(on), ['refused 15', 'limited 3'])
  assert.deepEqual(await read(off), ['refused 15', 'limited 0'])
})
