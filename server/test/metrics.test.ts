import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient, listPatients } from '@clinic/contract/patients.ts'
import pg from 'pg'
import { joinEmbedded } from '../src/db/embedded.ts'
import { pgTypes } from '../src/db/types.ts'
import { COUNTS, DURATIONS, LEVELS } from '../src/http/figures.ts'
import { apiClient } from './support/app/api-client.ts'
import { freePort, startProduct } from './support/app/product.ts'
import { atEnd } from './support/at-end.ts'
import { factories } from './support/clinic/factories.ts'
import { eventually } from './support/eventually.ts'

const METRICS_PORT = await freePort()
const product = await startProduct({
  ...{ DEMO: 'off', NODE_ENV: 'test', LOG_LEVEL: 'error', METRICS_PORT: String(METRICS_PORT) },
  ...{ RATE_LIMIT_READ_PER_MINUTE: '1', RATE_LIMIT_READ_BURST: '3' },
})
const { url } = await joinEmbedded({ dataDir: product.dataDir, log: () => undefined })
const owner = new pg.Client({ connectionString: url, types: pgTypes })
owner.on('error', () => undefined)
await owner.connect()
atEnd(() => owner.end())
const make = factories(async (text, values) => (await owner.query(text, values)).rows)
const clinic = await make.clinic()
const branch = await make.branch(clinic)
const { token } = await make.installation(clinic)
const api = apiClient(`http://127.0.0.1:${product.port}`, token)

const ROLES = { api: 0, worker: 1, assistant: 2 } as const
const ask = async (role: keyof typeof ROLES, path: string) => {
  const response = await fetch(`http://127.0.0.1:${METRICS_PORT + ROLES[role]}${path}`)
  return { status: response.status, text: await response.text() }
}
const figures = async (role: keyof typeof ROLES) => (await ask(role, '/metrics')).text
/** The worker starts when those that clients wait for have. */
await eventually(
  () =>
    ask('worker', '/readyz').then(
      ({ status }) => status,
      () => 0,
    ),
  200,
)
const valueIn = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find(one => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

test('what comes of keys, of strangers and of those who ask too often is counted', async () => {
  const person = { branchId: branch.id, firstName: 'Sara', lastName: 'Invented' }
  for (const key of ['one', 'one', 'two']) assert.equal((await api.call(createPatient, person, { key })).status, 201)
  assert.equal((await api.call(createPatient, { ...person, firstName: 'Lina' }, { key: 'one' })).status, 422)
  assert.equal((await api.call(createPatient, person, { key: null })).status, 400)
  assert.equal((await apiClient(`http://127.0.0.1:${product.port}`, 'nobody').list(listPatients, {})).status, 401)
  while ((await api.list(listPatients, {})).status === 200);
  const text = await figures('api')
  const counted = (series: string) => valueIn(text, series)
  assert.equal(counted('clinic_idempotency_total{outcome="made"}'), 2)
  assert.equal(counted('clinic_idempotency_total{outcome="replayed"}'), 1)
  assert.equal(counted('clinic_idempotency_total{outcome="reused"}'), 1)
  assert.equal(counted('clinic_idempotency_total{outcome="required"}'), 1)
  assert.equal(counted('clinic_auth_failures_total{code="unauthenticated"}'), 1)
  assert.equal(counted('clinic_rate_limited_total{class="read"}'), 1)
  assert.equal(counted('http_server_active_requests'), 0)
  assert.equal(counted('clinic_oauth_replays_total{kind="token.reused"}'), 0)
  const pool = (state: string) =>
    counted(
      `db_client_connection_count{db_client_connection_pool_name="writers",db_client_connection_state="${state}"}`,
    )
  assert.deepEqual([pool('used'), Number(pool('idle')) > 0], [0, true])
  assert.ok(Number(counted('db_client_operation_duration_seconds_count{db_operation_name="BATCH"}')) > 0)
  assert.ok(Number(counted('clinic_audit_flush_duration_seconds_count{outcome="written"}')) > 0)
})

test('what assistants give for a token is counted by what it is, and never by what they write there', async () => {
  for (const type of ['authorization_code', 'zqtype'])
    await fetch(`http://127.0.0.1:${product.port}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: type, client_id: 'zqclient' }),
    })
  const text = await figures('api')
  assert.equal(valueIn(text, 'clinic_oauth_tokens_total{grant="authorization_code",outcome="invalid_client"}'), 1)
  assert.equal(valueIn(text, 'clinic_oauth_tokens_total{grant="other",outcome="invalid_client"}'), 1)
  assert.doesNotMatch(text, /zq/)
})

test('a write that goes on is seen in how far it holds back who reads changes', async () => {
  const lag = async () => Number(valueIn(await figures('worker'), 'clinic_delta_horizon_lag_seconds'))
  assert.ok((await lag()) < 60)
  await owner.query('begin')
  await owner.query(
    `select pg_advisory_xact_lock_shared(hashtext($1),
    ((floor(extract(epoch from clock_timestamp()) * 1000)::bigint - 90000) % 2147483648)::integer)`,
    [clinic.company_id],
  )
  const held = await lag()
  await owner.query('rollback')
  assert.ok(held >= 90 && held < 150, String(held))
  assert.ok((await lag()) < 60)
})

test('the number of series grows with what is asked for, not with how many clinics ask', async () => {
  const seriesOf = async () =>
    (await figures('api')).split('\n').filter(line => line !== '' && !line.startsWith('#')).length
  const before = await seriesOf()
  for (let n = 0; n < 5; n++) {
    const other = await make.clinic()
    const client = apiClient(`http://127.0.0.1:${product.port}`, (await make.installation(other)).token)
    assert.equal((await client.list(listPatients, {})).status, 200)
  }
  assert.equal(await seriesOf(), before)
  assert.ok(before < 1_500, String(before))
})

test('a worker counts its jobs, says how long the oldest waits, and is asked for its health though it serves nothing', async () => {
  await owner.query("select graphile_worker.add_job('maintain_queue')")
  const ran = async () =>
    valueIn(await figures('worker'), 'clinic_jobs_total{task="maintain_queue",outcome="succeeded"}')
  await eventually(async () => Number(await ran()) >= 1, true)
  assert.ok(Number(valueIn(await figures('worker'), 'clinic_job_oldest_seconds')) < 600)
  for (const role of ['api', 'worker', 'assistant'] as const) {
    assert.equal((await ask(role, '/healthz')).status, 200)
    assert.equal((await ask(role, '/readyz')).status, 200)
  }
})

test('how far a backfill has come is told to the operator, and for how long one has stood still', async () => {
  // Its function is missing, so it never comes further.
  await owner.query(`insert into backfill (name, table_name, looked, moved_at)
    values ('stuck', 'patient', 3, now() - interval '1 hour')`)
  const { status, text } = await ask('worker', '/readyz?verbose')
  assert.equal(status, 200)
  assert.match(text, /^ready\n(?:backfill .*\n)*backfill stuck: 3 of about \d+ rows, 0 mended\n$/)
  const still = valueIn(await figures('worker'), 'clinic_backfill_still_seconds{backfill="stuck"}')
  assert.ok(Number(still) >= 3_600 && Number(still) < 4_200, String(still))
  assert.equal(valueIn(await figures('worker'), 'clinic_backfill_rows{backfill="stuck",state="looked"}'), 3)
  await owner.query(`delete from backfill where name = 'stuck'`)
  assert.doesNotMatch((await ask('worker', '/readyz?verbose')).text, /stuck/)
  assert.equal((await ask('api', '/readyz?verbose')).text, 'ready\n')
})

test('no figure is told apart by a clinic, a person, a plugin, an address or an event', async () => {
  const texts = await Promise.all((['api', 'worker', 'assistant'] as const).map(figures))
  for (const text of texts) {
    assert.match(text, /^nodejs_eventloop_delay_p99_seconds 0\.\d+$/m)
    assert.match(text, /^clinic_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
    assert.doesNotMatch(
      text,
      new RegExp(`${clinic.company_id}|${branch.id}|\\b(?:cli|ins|pat|usr|evt|whe|ogr)_|127\\.0\\.0\\.1`),
    )
  }
  const labels = new Set(Object.values({ ...COUNTS, ...DURATIONS, ...LEVELS }).flatMap(figure => [...figure.labels]))
  assert.ok(![...labels].some(label => /clinic|company|patient|installation|endpoint|url|address/.test(label)))
})
