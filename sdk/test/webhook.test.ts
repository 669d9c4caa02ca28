import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { events } from '@clinic/contract/event-types.ts'
import { createWebhookEndpoint, sendTestEvent } from '@clinic/contract/webhook-endpoints.ts'
import fc from 'fast-check'
import fastify from 'fastify'
import { startApp } from '../../server/test/support/app/harness.ts'
import { atEnd } from '../../server/test/support/at-end.ts'
import { eventually } from '../../server/test/support/eventually.ts'
import { listen } from '../../server/test/support/servers/listen.ts'
import { startDispatcher } from '../../server/test/support/webhooks/deliveries.ts'
import { createClient } from '../src/create-client.ts'
import type { ClinicEvent } from '../src/printed/events.generated.ts'
import { deliver } from '../src/testing/deliver.ts'
import { fakeClinic } from '../src/testing/fake-clinic.ts'
import { fixture } from '../src/testing/fixture.ts'
import { signed, TEST_SECRET } from '../src/testing/signed.ts'
import { clinicWebhook } from '../src/webhook/fastify.ts'
import { memory, type Seen } from '../src/webhook/seen.ts'
import { toNode } from '../src/webhook/to-node.ts'
import { verify } from '../src/webhook/verify.ts'
import { type WebhookOptions, webhook } from '../src/webhook/webhook.ts'

const app = await startApp()
await startDispatcher(app)

/** A webhook with the secret for tests, and what it told of. */
function hearing(options: Partial<WebhookOptions> = {}) {
  const errors: unknown[] = []
  const handler = webhook({ secret: TEST_SECRET, on: {}, onError: error => void errors.push(error), ...options })
  return { handler, errors }
}
const reasonOf = async (response: Response): Promise<unknown> => Object(await response.json()).reason

test('a genuine event reaches the handler of its type, else that of its family, else none, and is answered 200', async () => {
  const seen: string[] = []
  const { handler } = hearing({
    on: {
      'payment.created': ({ data }) => seen.push(`payment ${data.amount}`),
      'payment.*': ({ type }) => seen.push(type),
      'claim.*': ({ data }) => seen.push(`claim ${data.status}`),
    },
  })
  const types = ['payment.created', 'payment.refunded', 'claim.rejected_amount_updated', 'task.created'] as const
  const delivered = await deliver(
    handler,
    types.map(type => fixture(type)),
  )
  assert.deepEqual(
    delivered.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  const claim = fixture('claim.rejected_amount_updated').data.status
  assert.deepEqual(seen, [`payment ${fixture('payment.created').data.amount}`, 'payment.refunded', `claim ${claim}`])
})

test('what is not genuine is answered 401 with the reason, and no handler sees it', async () => {
  const { handler, errors } = hearing({ on: { 'task.*': () => assert.fail('called') } })
  const event = fixture('task.created')
  for (const [spoil, reason] of [
    ['body', 'no_match'],
    ['signature', 'no_match'],
    ['whitespace', 'no_match'],
    ['timestamp', 'timestamp_too_old'],
  ] as const) {
    const response = await handler(await signed(event, { spoil }))
    assert.deepEqual([response.status, await reasonOf(response)], [401, reason])
  }
  const bare = await handler(new Request('http://localhost/', { method: 'POST', body: '{}' }))
  assert.deepEqual([bare.status, await reasonOf(bare)], [401, 'missing_header'])
  assert.equal(errors.length, 5)
})

test('a body that is too large is 413, another method 405, and a secret that is none 500, not 401', async () => {
  const { handler } = hearing()
  const large = new Request('http://localhost/', { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) })
  assert.equal((await handler(large)).status, 413)
  const get = await handler(new Request('http://localhost/'))
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST'])
  for (const secret of [undefined, '', 'plg_test_x', () => undefined]) {
    const response = await hearing({ secret }).handler(await signed(fixture('task.created')))
    assert.deepEqual([response.status, await reasonOf(response)], [500, 'secret_has_wrong_form'])
  }
})

test('a rotated secret is taken beside the new one, also from a function that reads them', async () => {
  const old = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
  const request = () => signed(fixture('task.created'), { secret: [old] })
  assert.equal((await hearing({ secret: [TEST_SECRET, old] }).handler(await request())).status, 200)
  assert.equal((await hearing({ secret: async () => [TEST_SECRET, old] }).handler(await request())).status, 200)
  assert.equal((await hearing().handler(await request())).status, 401)
  assert.equal((await verify(await request(), old)).type, 'task.created')
})

test('whatever comes twice and in whatever order, each event is dealt with once, and one that failed again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.nat(),
      fc.array(fc.nat({ max: 20 })),
      async (count, seed, failing) => {
        const made = Array.from({ length: count }, () => fixture('task.created'))
        const done: string[] = []
        let calls = 0
        const { handler } = hearing({
          on: {
            'task.created': ({ id }) => {
              if (failing.includes(calls++)) throw new Error('failed')
              done.push(id)
            },
          },
        })
        let left: ClinicEvent[] = made
        for (let round = 0; left.length > 0; round++) {
          const delivered = await deliver(handler, left, { duplicate: true, shuffle: seed + round })
          const taken = new Set(delivered.filter(({ status }) => status === 200).map(({ event }) => event.id))
          left = left.filter(({ id }) => !taken.has(id))
        }
        assert.deepEqual(done.toSorted(), made.map(({ id }) => id).sort())
      },
    ),
    { numRuns: 50 },
  )
})

test('a duplicate that comes while the first is being dealt with is put off, and not taken for done', async () => {
  const event = fixture('task.created')
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { handler } = hearing({
    on: {
      'task.created': async () => {
        begin()
        await finished
        throw new Error('failed after all')
      },
    },
  })
  const first = handler(await signed(event))
  await begun
  const second = await handler(await signed(event))
  assert.deepEqual([second.status, second.headers.get('retry-after')], [503, '5'])
  finish()
  assert.equal((await first).status, 500)
})

test('the memory forgets what is done first, and never what is under way', () => {
  const seen = memory(2)
  for (const id of ['a', 'b', 'c']) assert.equal(seen.claim(id), true)
  assert.equal(seen.claim('a'), 'running')
  for (const id of ['a', 'b', 'c']) seen.settle?.(id)
  assert.equal(seen.claim('d'), true)
  assert.deepEqual([seen.claim('c'), seen.claim('a')], [false, true])
})

test('a table of one’s own decides what was seen, with claim and release alone', async () => {
  const rows = new Set<string>()
  const seen: Seen = {
    claim: async id => !rows.has(id) && rows.add(id) !== undefined,
    release: async id => rows.delete(id),
  }
  let calls = 0
  const on = {
    'task.created': () => {
      if (++calls === 1) throw new Error('first')
    },
  }
  const event = fixture('task.created')
  const statuses = await deliver(hearing({ seen, on }).handler, [event, event, event])
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [500, 200, 200],
  )
  assert.equal(calls, 2)
})

test('hydrate reads the record of every event that has one, by the operation that shows it', async () => {
  for (const { type, neverSent } of events) {
    if (neverSent) continue
    const { clinic, requests } = fakeClinic()
    const event = fixture(type)
    const readings: unknown[] = []
    const reading = async (_: unknown, context: { hydrate: unknown }) => {
      if (typeof context.hydrate === 'function') readings.push(await context.hydrate())
    }
    const { handler, errors } = hearing({ clinic, on: { [type]: reading } })
    const [delivered] = await deliver(handler, [event])
    if (delivered?.status === 200) {
      assert.deepEqual([requests.length, readings.length], [1, 1], type)
      assert.match(requests[0]?.operation ?? '', /\.get$/)
    } else assert.match(String(errors[0]), /has nothing to read after/, type)
  }
})

test('test events are answered without the handlers, and given to onTest', async () => {
  const told: string[] = []
  const on = { 'task.created': () => assert.fail('called') }
  const { handler } = hearing({ on, onTest: ({ type }) => void told.push(type) })
  assert.equal((await handler(await signed(fixture('task.created'), { test: true }))).status, 200)
  assert.deepEqual(told, ['task.created'])
})

/** The address of a server, which ends with its test. */
async function listening(server: Server): Promise<string> {
  const port = await listen(server)
  atEnd(() => new Promise(resolve => server.close(resolve)))
  return `http://127.0.0.1:${port}/`
}

/** Posts what `signed` makes to a server. */
async function post(url: string, request: Request): Promise<number> {
  const body = await request.arrayBuffer()
  return (await fetch(url, { method: 'POST', headers: request.headers, body })).status
}

/** Where a webhook listens in each framework. */
async function hosts(handler: (request: Request) => Promise<Response>): Promise<Record<string, string>> {
  const express = createRequire(import.meta.url)('express')
  const withRaw = express().post('/', express.raw({ type: '*/*' }), toNode(handler))
  const before = express().post('/', toNode(handler)).use(express.json())
  const scope = fastify()
  scope.post('/json', async ({ body }) => body)
  await scope.register(clinicWebhook, { prefix: '/hooks', handler })
  const fastifyUrl = await scope.listen({ host: '127.0.0.1', port: 0 })
  atEnd(() => scope.close())
  const json = await fetch(`${fastifyUrl}/json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })
  assert.deepEqual(await json.json(), { a: 1 }, 'other routes keep their parsers')
  return {
    http: await listening(createServer(toNode(handler))),
    'express without a parser': await listening(createServer(before)),
    'express with raw bytes': await listening(createServer(withRaw)),
    fastify: `${fastifyUrl}/hooks/`,
  }
}

test('http, Express and Fastify hand over the bytes as they came', async () => {
  const told: string[] = []
  const { handler } = hearing({ on: { 'task.created': ({ id }) => void told.push(id) } })
  for (const [name, url] of Object.entries(await hosts(handler))) {
    const event = fixture('task.created')
    assert.equal(await post(url, await signed(event)), 200, name)
    assert.equal(told.pop(), event.id, name)
    assert.equal(await post(url, await signed(event, { spoil: 'whitespace' })), 401, name)
    const large = await fetch(url, { method: 'POST', body: 'x'.repeat(70_000) })
    assert.equal(large.status, 413, name)
  }
})

test('a body that a parser has read is refused with a sentence that says what to do', async t => {
  const express = createRequire(import.meta.url)('express')
  const told: string[] = []
  t.mock.method(console, 'error', (error: unknown) => void told.push(String(error)))
  const url = await listening(createServer(express().use(express.json()).post('/', toNode(hearing().handler))))
  assert.equal(await post(url, await signed(fixture('task.created'))), 500)
  assert.match(told[0] ?? '', /before express\.json\(\)/)
})

test('what the platform sends is taken, hydrated and answered; its test event is told apart', async () => {
  const practice = await app.practice({ mode: 'TEST' })
  const { token } = await app.installation(practice.clinic, { mode: 'TEST' })
  const clinic = createClient({ token, baseUrl: app.url })
  const read: string[] = []
  const tests: string[] = []
  let secret: string | undefined
  const { handler, errors } = hearing({
    secret: () => secret,
    clinic,
    on: { 'patient.created': async (_, { hydrate }) => void read.push((await hydrate()).id) },
    onTest: ({ type }) => void tests.push(type),
  })
  const url = await listening(createServer(toNode(handler)))
  const api = app.api(token)
  const { data } = (await api.call(createWebhookEndpoint, { url, events: ['patient.created'] })).body
  secret = data.signingSecret
  await api.call(sendTestEvent, { id: data.id })
  const { id } = await clinic.patients.create({ branchId: practice.branch.id, firstName: 'Huda', lastName: 'Ali' })
  await eventually(async () => [read, tests], [[id], ['patient.created']])
  assert.deepEqual(errors, [])
})
