import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEvents } from '@clinic/contract/events.ts'
import { createPatient, listPatients } from '@clinic/contract/patients.ts'
import { getSandboxFaults, setSandboxFaults } from '@clinic/contract/sandbox-faults.ts'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { eventually } from '../../test/support/eventually.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { answers, startReceiver } from '../../test/support/webhooks/receiver.ts'
import type { NewsOf } from '../domain/sandbox/clock/await-clock.ts'
import { mishapAt } from '../http/surfaces/faults.ts'
import { type Heard, SandboxNews } from '../kernel/sandbox-news.ts'
import { waitForPage } from './wait-for-page.ts'

const app = await startApp()
await startDispatcher(app, { rules: { backoffMs: 30_000 } })

const FAULT = 'service-sandbox-fault'
const NONE = { latency_ms: 0, rate_limited: 0, failed: 0, unavailable: 0, dropped_before: 0, dropped_after: 0 }

test('requests go wrong as it was asked for, and the answer says so', async () => {
  const { api, branch, clinic } = await app.practice({ mode: 'TEST' })
  for (const [name, status] of [
    ['rateLimited', 429],
    ['failed', 500],
    ['unavailable', 503],
  ] as const) {
    assert.equal((await api.call(setSandboxFaults, { [name]: 1, latencyMs: 1 })).status, 200)
    const answer = await api.list(listPatients, {})
    assert.equal(answer.status, status)
    assert.match(String(answer.headers.get(FAULT)), /^latency=1, /)
  }
  const patient = { branchId: branch.id, firstName: 'Huda', lastName: 'Ali' }
  const made = async () =>
    (await app.sql("select from patient where company_id = $1 and first_name = 'Huda'", [clinic.company_id])).length
  await api.call(setSandboxFaults, { droppedBefore: 1 })
  await assert.rejects(api.call(createPatient, patient, { key: 'lost' }))
  assert.equal(await made(), 0)
  await api.call(setSandboxFaults, { droppedAfter: 1 })
  await assert.rejects(api.call(createPatient, patient, { key: 'lost' }))
  assert.equal(await made(), 1)
  // As a form sends it in which nothing is left that goes wrong.
  const nothing = { latencyMs: 0, failed: 0, shuffled: false, compressRetries: 1, writesOnly: true }
  assert.equal((await api.call(setSandboxFaults, nothing)).body.data.until, null)
  const again = await api.call(createPatient, patient, { key: 'lost' })
  assert.deepEqual(
    [again.status, again.headers.get('idempotent-replay'), again.headers.get(FAULT)],
    [201, 'true', null],
  )
  assert.equal(await made(), 1)
})

test('shares are taken from one draw, and none without a share', () => {
  const faults = { ...NONE, until: '', rate_limited: 0.25, dropped_after: 0.25 }
  assert.deepEqual(
    [0, 0.24, 0.25, 0.49, 0.5, 0.99].map(draw => mishapAt(faults, draw)),
    [...['rate_limited', 'rate_limited', 'dropped_after', 'dropped_after'], ...[undefined, undefined]],
  )
})

test('deliveries are sent twice, later, and after waits that are divided', async () => {
  const { api, branch, clinic } = await app.practice({ mode: 'TEST' })
  const receiver = await startReceiver(answers(500))
  await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  await api.call(setSandboxFaults, { duplicated: 1, compressRetries: 3600 })
  await api.call(createPatient, { branchId: branch.id, firstName: 'Huda', lastName: 'Ali' })
  // 30, 60 and 120 seconds become 9, 17 and 34 milliseconds: all four attempts come, each twice.
  await eventually(async () => receiver.received.length, 8)
  assert.equal(new Set(receiver.received.map(({ event }) => event.id)).size, 1)
  await api.call(setSandboxFaults, { delayedSeconds: 3600, shuffled: true })
  await api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })
  const [late] = await app.sql<{ state: string; late: boolean }>(
    `select state, due_at >= now() + interval '59 minutes' as late from webhook_delivery where company_id = $1`,
    [clinic.company_id],
  )
  assert.deepEqual(late, { state: 'WAITING', late: true })
})

test('a live installation has no faults, not even by a row', async () => {
  const { api, clinic } = await app.practice()
  assert.equal((await api.send('PUT', '/sandbox/faults', { failed: 1 })).status, 404)
  const [{ id } = { id: '' }] = await app.sql<{ id: string }>('select id from installation where company_id = $1', [
    clinic.company_id,
  ])
  const columns = `until, ${Object.keys(NONE)}, duplicated, shuffled, delayed_seconds, compress_retries`
  const row = `insert into sandbox_fault (company_id, installation_id, ${columns})
    values ($1, $2, now() + interval '1 hour', 0, 0, 1, 0, 0, 0, 0, false, 0, 1)`
  await assert.rejects(app.sql(row, [clinic.company_id, id]), /a live installation has no faults/)
  const test = await app.practice({ mode: 'TEST' })
  assert.equal((await test.api.call(setSandboxFaults, { failed: 0.6, unavailable: 0.6 })).status, 400)
  assert.equal((await test.api.call(getSandboxFaults, {})).body.data.until, null)
})

test('GET /events waits for what happens, however many wait, and no longer than it was asked', async () => {
  const { api, branch } = await app.practice({ mode: 'TEST' })
  const first = await api.call(createPatient, { branchId: branch.id, firstName: 'Huda', lastName: 'Ali' })
  assert.equal(first.status, 201)
  const [{ id } = { id: '' }] = await api.all(listEvents, {})
  assert.deepEqual((await api.list(listEvents, { after: id, wait: 1 })).body.data, [])
  const waiting = Promise.all(Array.from({ length: 20 }, () => api.list(listEvents, { after: id, wait: 30 })))
  await api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })
  for (const { body } of await waiting)
    assert.deepEqual(
      body.data.map(({ type }) => type),
      ['patient.created'],
    )
  const live = await app.practice()
  const refused = await live.api.list(listEvents, { wait: 1 })
  assert.equal(refused.status, 400)
})

test('what is committed between an empty read and the wait that follows is heard of by that wait', async () => {
  const { api, branch, clinic } = await app.practice({ mode: 'TEST' })
  const news = new SandboxNews(app.database.appUrl)
  await news.start()
  atEnd(() => news.close())
  const others = news.of(clinic.company_id)
  const heard: Heard[] = []
  const newsOf: NewsOf = companyId => {
    const own = news.of(companyId)
    const next = async (ms: number) => {
      // Written after the read, and heard of in this process before it begins to wait.
      await api.call(createPatient, { branchId: branch.id, firstName: 'Huda', lastName: 'Ali' })
      await others.next(60_000)
      heard.push(await own.next(ms))
      return heard.at(-1) ?? 'over'
    }
    return { next, end: () => own.end() }
  }
  const pages = [[], ['written']].map(data => ({ data, hasMore: false, nextCursor: null }))
  const read = async () => pages.shift() ?? assert.fail('read once too often')
  const { data } = await app.write(clinic, tx => waitForPage<string>(tx, 30, newsOf, read))
  assert.deepEqual([data, heard], [['written'], ['news']])
})

test('what waits ends with the process', async () => {
  const other = await app.secondProcess({})
  const { clinic } = await app.practice({ mode: 'TEST' })
  const { token } = await app.installation(clinic, { mode: 'TEST' })
  const asked = performance.now()
  const waiting = other.api(token).list(listEvents, { wait: 30 })
  await eventually(async () => other.app.http.server.listening && performance.now() - asked > 300, true)
  const closing = other.close()
  const { status } = await waiting
  assert.equal(status, 200)
  await closing
})
