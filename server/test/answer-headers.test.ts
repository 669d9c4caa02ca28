import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient } from '@clinic/contract/patients.ts'
import { Metrics } from '../src/http/metrics.ts'
import { exchange, type RawAnswer } from './support/app/raw-http-client.ts'
import { addressOf, watchRoutes } from './support/app/routes.ts'
import { atEnd } from './support/at-end.ts'
import { startAssistant } from './support/oauth/assistant-app.ts'

const routesAt = watchRoutes()
const BASE_URL = 'https://clinic.example'
const ASSISTANT_URL = 'https://assistant.example/mcp'
const { app, another } = await startAssistant({ BASE_URL })
const assistant = await another({ ASSISTANT_URL })
/** Gives up early, for what never ends. */
const HASTY = { REQUEST_TIMEOUT_MS: '300' }
const hasty = await app.secondProcess({ BASE_URL, ...HASTY })
const hastyAssistant = await another({ ASSISTANT_URL, ...HASTY })
const plain = await app.secondProcess({})
const metrics = await new Metrics().serve(0, '127.0.0.1', { isReady: async () => true })
atEnd(() => metrics.close())
const operators = `http://127.0.0.1:${(metrics.address() as { port: number }).port}`

const HTTPS = [app.url, hasty.url, ...[assistant, hastyAssistant].map(({ url }) => new URL(url).origin)]

/** What every answer says, a refusal as well. */
function assertBaseline({ headers, status }: RawAnswer, url: string, what: string, mayBeKept = false): void {
  const said = `${what}: ${status} ${JSON.stringify(headers)}`
  assert.equal(headers['x-content-type-options'], 'nosniff', said)
  assert.match(headers['referrer-policy'] ?? '', /^(no-referrer|same-origin)$/, said)
  assert.match(headers['content-security-policy'] ?? '', /default-src 'none'.*frame-ancestors 'none'/, said)
  assert.equal(headers['strict-transport-security'], HTTPS.includes(url) ? 'max-age=63072000' : undefined, said)
  if (!mayBeKept || status >= 400) assert.equal(headers['cache-control'], 'no-store', said)
}

const request = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: assistant.example', 'Connection: close', ...headers, '', ''].join('\r\n')

async function answerTo(url: string, bytes: string): Promise<RawAnswer> {
  const { answers } = await exchange(url, [bytes], { answers: 1, head: bytes.startsWith('HEAD') })
  assert.ok(answers[0], `No answer to ${bytes.slice(0, 80)}`)
  return answers[0]
}

async function assertAllOf(url: string, least: number): Promise<void> {
  const routes = routesAt(url)
  assert.ok(routes.length >= least, `${routes.length} routes`)
  for (const { method, url: pattern, config } of routes) {
    const line = `${method} ${addressOf(pattern)}`
    assertBaseline(await answerTo(url, request(line, 'Content-Length: 0')), url, line, config.kept !== undefined)
  }
}

test('every route of the API has the baseline of headers, and https is told to stay', () => assertAllOf(app.url, 200))

test('every route of the assistant has them, too', async () => {
  await assertAllOf(new URL(assistant.url).origin, 5)
})

test('without https nothing is said of it', async () => {
  for (const path of ['/docs', '/api/v1/clinic', '/login', '/nothing'])
    assertBaseline(await answerTo(plain.url, request(`GET ${path}`)), plain.url, path, path === '/docs')
})

/** What is the same for everybody. */
const PUBLIC = [
  /^\/docs/,
  /^\/schemas\//,
  /^\/brand\//,
  /^\/assets\/:file$/,
  /^\/pay\/assets\/pay\.css$/,
  /^\/\.well-known\//,
  /^\/plugin-icons\/:name$/,
  /^\/clinic-logos\/:name$/,
]

test('no route may be kept but those that show everybody the same', () => {
  const kept = [app.url, new URL(assistant.url).origin].flatMap(routesAt).filter(({ config }) => config.kept)
  assert.ok(kept.length > 10)
  for (const { url } of kept)
    assert.ok(
      PUBLIC.some(pattern => pattern.test(url)),
      url,
    )
})

test('only what has a hash in its name is kept for good', async () => {
  const index = (await answerTo(app.url, request('GET /login'))).body
  const [asset = ''] = /\/assets\/[^"]+\.js/.exec(index) ?? []
  const kept = async (path: string) => (await answerTo(app.url, request(`GET ${path}`))).headers['cache-control']
  assert.equal(await kept(asset), 'public, max-age=31536000, immutable')
  assert.equal(await kept('/docs'), 'no-cache')
  assert.equal(await kept('/.well-known/oauth-authorization-server'), 'public, max-age=300')
})

test('what is answered to a plugin has them, whatever the status', async () => {
  const { clinic, branch, patient } = await app.practice()
  const { token } = await app.installation(clinic)
  const authorization = `Authorization: Bearer ${token}`
  const body = JSON.stringify({ branchId: branch.id, firstName: 'Sara', lastName: 'Invented' })
  const json = ['Content-Type: application/json', `Content-Length: ${body.length}`]
  const post = request(`POST /api/v1${createPatient.path}`, authorization, 'Idempotency-Key: baseline', ...json) + body
  const SENT: [number, string][] = [
    [200, request(`GET /api/v1/patients/${patient.id}`, authorization)],
    [200, request(`HEAD /api/v1/patients/${patient.id}`, authorization)],
    [201, post],
    [201, post],
    [404, request('GET /api/v1/patients/pat_unknown', authorization)],
    [400, request('GET /api/v1/patients?limit=0', authorization)],
    [401, request('GET /api/v1/patients', 'Authorization: Bearer nonsense')],
    [405, request('DELETE /api/v1/patients', authorization)],
    [
      415,
      request(
        'POST /api/v1/patients',
        authorization,
        'Idempotency-Key: x',
        'Content-Type: text/plain',
        'Content-Length: 1',
      ),
    ],
    [
      413,
      request(
        'POST /api/v1/patients',
        authorization,
        'Idempotency-Key: x',
        'Content-Type: application/json',
        'Content-Length: 99999999',
      ),
    ],
  ]
  for (const [status, bytes] of SENT) {
    const answer = await answerTo(app.url, bytes.includes('text/plain') ? `${bytes}x` : bytes)
    assert.equal(answer.status, status, bytes)
    assertBaseline(answer, app.url, bytes)
  }
})

const MALFORMED = [
  'hello\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET /api/v1/clinic HTTP/1.1\r\nHost x\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
  request('GET /', `X-Long: ${'x'.repeat(100_000)}`),
  request('POST /', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
  request('POST /', 'Transfer-Encoding: chunked').concat('zz\r\n'),
  request('GET /%zz'),
  request(`GET /files/${'x'.repeat(5_000)}`),
  request('GET /nothing'),
  request('HEAD /nothing'),
  request('PROPFIND /healthz'),
  request('OPTIONS *'),
  request('GET /healthz', 'Expect: the unexpected'),
  request('GET /', 'Upgrade: websocket', 'Connection: Upgrade'),
  'GET / HTTP/1.0\r\n\r\n',
  // Its end never comes.
  'GET / HTTP/1.1\r\n',
]

for (const [who, url] of Object.entries({
  API: hasty.url,
  assistant: new URL(hastyAssistant.url).origin,
  'metrics server': operators,
}))
  test(`what is malformed or unknown is answered with them by the ${who}`, async () => {
    // The operators' server is no public one: it waits for a slow request as long as Node does.
    for (const bytes of MALFORMED)
      if (url !== operators || bytes.endsWith('\r\n\r\n'))
        assertBaseline(await answerTo(url, bytes), url, bytes.slice(0, 80))
  })

test('the metrics themselves have them', async () => {
  const answer = await answerTo(operators, request('GET /metrics'))
  assert.equal(answer.status, 200)
  assertBaseline(answer, operators, 'metrics')
})
