import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS } from '@clinic/contract/errors.ts'
import type { Answer, Api } from './support/app/api-client.ts'
import { startApp } from './support/app/harness.ts'

const BURST = 5
/** Slow enough that nothing comes back while a test runs. */
const PER_MINUTE = 6
const limits = ['READ', 'WRITE', 'MESSAGE'].flatMap(name => [
  [`RATE_LIMIT_${name}_PER_MINUTE`, String(PER_MINUTE)],
  [`RATE_LIMIT_${name}_BURST`, String(BURST)],
])
const limited = await startApp({ RATE_LIMITS: 'on', ...Object.fromEntries(limits) })
const free = await startApp({ RATE_LIMITS: 'off', ...Object.fromEntries(limits) })

const headersOf = ({ headers }: Answer<unknown>) =>
  ['limit', 'remaining', 'reset'].map(name => Number(headers.get(`ratelimit-${name}`)))
const read = (api: Api) => api.get('/clinic')
async function exhaust(api: Api, request = read) {
  const answers = []
  for (let n = 0; n < BURST; n++) answers.push(await request(api))
  return answers
}

test('counts down to nothing, then refuses and says for how long', async () => {
  const { api } = await limited.practice()
  const answers = await exhaust(api)
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  )
  const remaining = answers.map(answer => headersOf(answer)[1] ?? Number.NaN)
  assert.deepEqual(
    remaining,
    remaining.toSorted((a, b) => b - a),
  )
  assert.deepEqual([headersOf(answers[0] ?? (await read(api)))[0], remaining.at(-1)], [BURST, 0])

  const refused = await read(api)
  const { error } = refused.body
  assert.deepEqual([refused.status, error.code, error.message], [429, 'rate_limited', ERRORS.rate_limited.message])
  const retryAfterSeconds = Number(refused.headers.get('retry-after'))
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.deepEqual(error.details, { retryAfterSeconds, limit: BURST, windowSeconds: (60 * BURST) / PER_MINUTE })
  assert.deepEqual(headersOf(refused).slice(0, 2), [BURST, 0])
  assert.equal(refused.headers.get('service-request-id'), error.requestId)
})

test('reads, writes and messages are counted apart, and every installation for itself', async () => {
  const { api, clinic, branch } = await limited.practice()
  const { token } = await limited.installation(clinic)
  await exhaust(api)
  assert.equal((await read(api)).status, 429)
  const patient = { branchId: branch.id, firstName: 'Sara', lastName: 'Invented' }
  assert.equal((await api.post('/patients', patient)).status, 201)
  assert.equal((await read(limited.api(token))).status, 200)
  await exhaust(api, client => client.patch('/patients/x', {}))
  assert.equal((await api.post('/patients', patient)).status, 429)
})

test('a refused request counts as well, once the installation is known', async () => {
  const { api, clinic } = await limited.practice()
  await exhaust(api, client => client.get('/patients/unknown'))
  assert.equal((await read(api)).status, 429)
  const { token } = await limited.installation(clinic, { scopes: [] })
  const limitedScope = limited.api(token)
  assert.deepEqual(new Set((await exhaust(limitedScope)).map(({ status }) => status)), new Set([403]))
  assert.equal((await read(limitedScope)).status, 429)
})

test('what is refused for its rate is not stored under its key', async () => {
  const { api, branch } = await limited.practice()
  const patient = { branchId: branch.id, firstName: 'Sara', lastName: 'Invented' }
  await exhaust(api, client => client.patch('/patients/x', {}))
  assert.equal((await api.post('/patients', patient, { key: 'limited' })).status, 429)
  const stored = await limited.sql(`select 1 from idempotency_record where key = 'limited'`)
  assert.deepEqual(stored, [])
})

test('strangers take nothing from others, and are told nothing of limits', async () => {
  const { api } = await limited.practice()
  for (const answer of await exhaust(limited.api('plg_live_unknown'))) {
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('ratelimit-limit'), null)
  }
  assert.equal((await read(api)).status, 200)
})

test('RATE_LIMITS=off refuses no request, and the headers stay', async () => {
  const { api } = await free.practice()
  for (let n = 0; n < 4 * BURST; n++) {
    const answer = await read(api)
    assert.equal(answer.status, 200)
    assert.deepEqual(headersOf(answer), [BURST, BURST, 0])
  }
})
