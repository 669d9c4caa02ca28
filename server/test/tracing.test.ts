import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient, listPatients } from '@clinic/contract/patients.ts'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import pg from 'pg'
import { joinEmbedded } from '../src/db/embedded.ts'
import { pgTypes } from '../src/db/types.ts'
import { PROVIDER_CALLS } from '../src/kernel/timing.ts'
import { readEnv } from '../src/settings/env.ts'
import { openTelemetry } from '../src/tracing/open-telemetry.ts'
import { apiClient } from './support/app/api-client.ts'
import { startProduct } from './support/app/product.ts'
import { atEnd } from './support/at-end.ts'
import { factories } from './support/clinic/factories.ts'
import { eventually } from './support/eventually.ts'
import { attribute, type CollectedSpan, startCollector } from './support/servers/collector.ts'
import { startReceiver } from './support/webhooks/receiver.ts'

/** Words that stand nowhere else, so that finding one in what was sent means that it came from here. */
const PERSON = {
  firstName: 'Zqfirstname',
  lastName: "Zq'; select 1 from zqtable --",
  phoneNumber: '0509998877',
  email: 'zqmail@example.com',
}
const CALLER = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) }

test('one trace holds a request, what it asked of the database and the delivery that follows, and nothing of whom it is about', async () => {
  // It answers nothing until all has been done: what is slow there is none of a caller's concern.
  const [collector, receiver] = [await startCollector({ answers: false }), await startReceiver()]
  const product = await startProduct({
    ...{ DEMO: 'off', NODE_ENV: 'test', LOG_LEVEL: 'info' },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20zqkey' },
  })
  const { url } = await joinEmbedded({ dataDir: product.dataDir, log: () => undefined })
  const owner = new pg.Client({ connectionString: url, types: pgTypes })
  owner.on('error', () => undefined)
  await owner.connect()
  atEnd(() => owner.end())
  const make = factories(async (text, values) => (await owner.query(text, values)).rows)
  const clinic = await make.clinic({ sandbox: true })
  const branch = await make.branch(clinic)
  const { token, installation } = await make.installation(clinic, { mode: 'TEST' })
  const baseUrl = `http://127.0.0.1:${product.port}`
  const api = apiClient(baseUrl, token)
  const { body: endpoint } = await api.call(createWebhookEndpoint, {
    url: `${receiver.url}/zqpath`,
    events: ['patient.created'],
  })
  // Whom callers say their trace belongs to, and that it is not sampled, decides nothing.
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'idempotency-key': 'zqkey-1', 'content-type': 'application/json' },
    traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-00`,
  }
  const body = JSON.stringify({ ...PERSON, branchId: branch.id })
  const created = await fetch(`${baseUrl}/api/v1/patients`, { method: 'POST', headers, body })
  assert.equal(created.status, 201)
  const patient: { data: { id: string } } = JSON.parse(await created.text())
  await api.list(listPatients, { searchTerm: 'zqsearch' })
  await api.get(`/patients/${patient.data.id}`)
  assert.equal((await apiClient(baseUrl, 'plg_live_zqtoken').get('/patients/zqinvalid')).status, 401)
  await owner.query("select graphile_worker.add_job('maintain_queue')")
  const [delivered] = await receiver.got(1)
  assert.equal(delivered?.headers.traceparent, undefined, 'a plugin is told of no trace')
  const ran = async () => (await owner.query('select from graphile_worker._private_jobs where attempts = 0')).rowCount
  await eventually(ran, 0)
  await owner.end()
  await eventually(async () => collector.requests.length > 0, true)
  collector.release()
  assert.equal(await product.stop(), 0)

  const spans = collector.spans()
  const named = (name: string) => spans.filter(span => span.name === name)
  const [request, ...others] = named('POST /api/v1/patients')
  assert.ok(request && others.length === 0, spans.map(({ name }) => name).join('\n'))
  assert.deepEqual(
    request.links.map(({ traceId, spanId }) => ({ traceId, spanId })),
    [CALLER],
  )
  assert.notEqual(request.traceId, CALLER.traceId)
  assert.equal(attribute(request, 'http.response.status_code'), 201)
  assert.equal(attribute(request, 'clinic.operation'), createPatient.id)
  const within = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  assert.ok(within.every(({ traceId }) => traceId === request.traceId))
  const commit = within.find(({ name }) => name.endsWith('COMMIT'))
  assert.match(commit?.name ?? '', /INSERT patient; .*INSERT event; .*INSERT webhook_delivery; COMMIT$/)
  const [delivery] = named('deliver patient.created')
  assert.deepEqual([delivery?.traceId, delivery?.parentSpanId], [request.traceId, request.spanId])
  assert.equal(named('GET /api/v1/patients/:id').length, 2)
  assert.equal(named('job maintain_queue').length > 0, true)
  assert.deepEqual(requiresParent(spans), [])

  const refused = collector.lines().find(line => attribute(line, 'code') === 'unauthenticated')
  assert.equal(refused?.body.stringValue, 'request refused')
  assert.ok(named('GET /api/v1/patients/:id').some(({ spanId }) => spanId === refused?.spanId))
  assert.ok(collector.requests.every(one => one.headers.authorization === 'Basic zqkey'))

  const sent = collector.requests.map(({ text }) => text).join('\n')
  const typed = ['zqtable', 'zqpath', 'zqkey', 'zqsearch', 'zqtoken', 'zqinvalid']
  for (const secret of [...Object.values(PERSON), '509998877', token, ...typed, new URL(receiver.url).host])
    assert.ok(!sent.toLowerCase().includes(secret.toLowerCase()), `${secret} was sent to the collector`)
  const told = JSON.stringify(spans)
  for (const id of [clinic.company_id, branch.id, installation.id, patient.data.id, endpoint.data.id])
    assert.ok(!told.includes(id), `${id} stands in a span`)
})

/** Statements and such that belong to nothing. */
const requiresParent = (spans: CollectedSpan[]): string[] =>
  spans
    .filter(({ parentSpanId, name }) => !parentSpanId && /^(?:[A-Z]+;|SELECT|INSERT|BEGIN)/.test(name))
    .map(one => one.name)

test('a call of a provider belongs to the job that makes it; a process that ends waits a moment for a collector that does not answer, and no longer', async () => {
  const collector = await startCollector({ answers: false })
  const telemetry = await openTelemetry(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), 'worker')
  const call = () =>
    PROVIDER_CALLS.measure(
      async () => undefined,
      () => ['twilio', 'unreachable'],
    )
  await telemetry?.job('dispatch_message', call)
  // What is asked of a provider for nothing that is traced is no trace either.
  await call()
  const began = performance.now()
  await telemetry?.close()
  assert.ok(performance.now() - began < 5_000)
  const [called, job, ...others] = collector.spans()
  assert.deepEqual([called?.name, job?.name, others.length], ['call twilio', 'job dispatch_message', 0])
  assert.deepEqual([called?.traceId, called?.parentSpanId], [job?.traceId, job?.spanId])
  assert.equal(called && attribute(called, 'error.type'), 'unreachable')
  collector.release()
})
