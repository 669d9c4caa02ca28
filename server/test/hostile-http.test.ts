import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { API_VERSION } from '@clinic/contract/api-version.ts'
import { ERRORS, type ErrorCode } from '@clinic/contract/errors.ts'
import fc from 'fast-check'
import { startApp } from './support/app/harness.ts'
import { type Exchange, exchange, type RawAnswer, type RawOptions } from './support/app/raw-http-client.ts'

const app = await startApp()
/** Gives up early; only for what is never complete, because a busy machine may be slower than that. */
const HASTY_MS = 300
const hasty = await app.secondProcess({ REQUEST_TIMEOUT_MS: String(HASTY_MS) })
const { clinic, branch, patient, api } = await app.practice()
const { token } = await app.installation(clinic)
const MIB = 1_048_576

const head = (line: string, ...headers: string[]) =>
  [line, 'Host: localhost', `Authorization: Bearer ${token}`, ...headers, '', ''].join('\r\n')
const readPatient = head(`GET /api/v1/patients/${patient.id} HTTP/1.1`)
const post = (...headers: string[]) =>
  head('POST /api/v1/patients HTTP/1.1', 'Idempotency-Key: hostile', 'Content-Type: application/json', ...headers)
const body = JSON.stringify({ branchId: branch.id, firstName: 'Sara', lastName: 'Invented' })

const statuses: number[] = []
async function send(chunks: (string | Buffer)[], options?: RawOptions, { url } = app): Promise<Exchange> {
  const seen = await exchange(url, chunks, options)
  for (const { status } of seen.answers) statuses.push(status)
  return seen
}

/** Every refusal has the envelope, its code's own status and details, and the headers of every answer. */
function assertRefused(answer: RawAnswer | undefined, ...codes: ErrorCode[]): void {
  assert.ok(answer, 'There was no answer.')
  const { error } = JSON.parse(answer.body)
  assert.ok(codes.includes(error.code), answer.body)
  assert.equal(answer.status, ERRORS[error.code as ErrorCode].status)
  assert.equal(error.message, ERRORS[error.code as ErrorCode].message)
  if (error.code === 'validation_failed') assert.ok(error.details.issues.length > 0, answer.body)
  if (error.code === 'not_found') assert.equal(typeof error.details.resource, 'string', answer.body)
  assert.equal(answer.headers['service-version'], API_VERSION)
  assert.equal(answer.headers['service-request-id'], error.requestId)
}

after(() => {
  assert.deepEqual(
    statuses.filter(status => !(status < 500)),
    [],
  )
})

test('one Idempotency-Key names one action: several of them are refused', async () => {
  const twice = `${post('Idempotency-Key: another', `Content-Length: ${Buffer.byteLength(body)}`)}${body}`
  const { answers } = await send([twice], { answers: 1 })
  assertRefused(answers[0], 'idempotency_key_required')
})

test('a body of 2 MiB is refused, whether its length is told or not, and however much more of it comes', async () => {
  const part = Buffer.alloc(MIB, 'x')
  const told = await send([post(`Content-Length: ${2 * MIB}`), part, part], { answers: 1 })
  assertRefused(told.answers[0], 'payload_too_large')
  const chunk = [`${MIB.toString(16)}\r\n`, part, '\r\n']
  const untold = await send([post('Transfer-Encoding: chunked'), ...chunk, ...chunk, ...chunk, '0\r\n\r\n'], {
    answers: 1,
  })
  assertRefused(untold.answers[0], 'payload_too_large')
  const lying = await send([post(`Content-Length: ${2 ** 53}`), 'x'], { answers: 1 })
  assertRefused(lying.answers[0], 'payload_too_large')
  // A client that writes everything before it reads is told as well.
  assert.equal((await api.post('/patients', `"${'x'.repeat(8 * MIB)}"`)).status, 413)
})

/** Half a minute of drops: who waits for them all has not given up. */
const [DROPS, PAUSE_MS] = [1_500, 20]

test('headers or a body that drip are given up after the time a request may take to arrive', async () => {
  const times = <Item>(drop: (n: number) => Item) => Array.from({ length: DROPS }, (_, n) => drop(n))
  const drips: [string, (string | Buffer)[]][] = [
    ['nothing at all', ['GET / HTTP/1.1\r\n']],
    ['headers', ['GET /api/v1/clinic HTTP/1.1\r\nHost: x\r\n', ...times(n => `X-Drop-${n}: x\r\n`)]],
    ['a body', [post(`Content-Length: ${2 * DROPS}`), ...times(() => ' ')]],
    ['chunks', [post('Transfer-Encoding: chunked'), ...times(() => '1\r\n \r\n')]],
    ['a second request', [readPatient, 'GET / HTTP/1.1\r\n', ...times(() => 'x: y\r\n')]],
  ]
  const drop = (chunks: (string | Buffer)[]) => send(chunks, { pauseMs: PAUSE_MS, patienceMs: DROPS * PAUSE_MS }, hasty)
  const seen = await Promise.all(drips.map(([, chunks]) => drop(chunks)))
  for (const [index, { answers, closed, milliseconds }] of seen.entries()) {
    const [what] = drips[index] ?? []
    assert.ok(closed, `${what} was not given up.`)
    assert.ok(milliseconds >= HASTY_MS, `${what} was given up after ${milliseconds} ms.`)
    if (what !== 'a second request') assertRefused(answers[0], 'validation_failed', 'invalid_json')
  }
})

test('what is no HTTP is answered like any other refusal, and the connection closed', async () => {
  const GARBAGE: (string | Buffer)[] = [
    'hello\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
    'FOO /api/v1/clinic HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/v1/clinic HTTP/1.1\r\nHost x\r\n\r\n',
    'GET /api/v1/clinic HTTP/1.1\r\nHost: x\r\nBad\u0000Name: y\r\n\r\n',
    'GET /api/v1/clinic HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n',
    'GET /api/v1/clinic HTTP/1.1\r\nHost: x\r\nX: a\nY: b\r\n\r\n',
    'GET /a b c HTTP/1.1\r\nHost: x\r\n\r\n',
    head('GET /api/v1/clinic HTTP/1.1', `X-Long: ${'x'.repeat(100_000)}`),
    head(`GET /api/v1/${'x'.repeat(100_000)} HTTP/1.1`),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    Buffer.from('16030100c8010000c403035a', 'hex'),
    Buffer.from(Array.from({ length: 512 }, (_, n) => (n * 151) % 256)),
  ]
  for (const bytes of GARBAGE) {
    const { answers, closed } = await send([bytes])
    assert.ok(closed, String(bytes).slice(0, 40))
    assertRefused(answers[0], 'validation_failed')
  }
  const { answers } = await send(['GET /healthz HTTP/1.1\r\n\r\n'], { answers: 1 })
  assertRefused(answers[0], 'validation_failed')
})

test('a body whose length is contradictory is never read as two requests', async () => {
  const smuggled = `GET /api/v1/clinic HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const SMUGGLING = [
    `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
    `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n${smuggled}`,
    post('Content-Length: 0', 'Content-Length: 40') + smuggled,
    `${post('Content-Length: +2')}{}${smuggled}`,
    `${post('Content-Length: 0x2')}{}${smuggled}`,
    `${post('Content-Length: 2, 2')}{}${smuggled}`,
    `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled}`,
    `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n${smuggled}`,
    `${post('Transfer-Encoding : chunked')}0\r\n\r\n${smuggled}`,
  ]
  for (const bytes of SMUGGLING) {
    const { answers } = await send([bytes])
    assert.deepEqual([answers.length, answers[0]?.status], [1, 400], bytes)
    assertRefused(answers[0], 'validation_failed', 'invalid_json')
  }
})

test('chunked nonsense is refused', async () => {
  const NONSENSE = [
    'zz\r\n',
    '-1\r\n',
    'fffffffffffffffff\r\n',
    '5\r\nab\r\n',
    `1;${'x'.repeat(100_000)}\r\n`,
    '1\r\n{xx\r\n',
    '\r\n\r\n',
  ]
  for (const chunks of NONSENSE) {
    const { answers, closed } = await send([post('Transfer-Encoding: chunked') + chunks], {}, hasty)
    assert.ok(closed, chunks.slice(0, 20))
    assertRefused(answers[0], 'validation_failed', 'invalid_json', 'payload_too_large')
  }
})

test('requests sent in one go are answered in their order, and a refused one does not stop the next', async () => {
  const unknown = head('GET /api/v1/patients/pat_unknown HTTP/1.1')
  const wrong = head('GET /api/v1/patients?limit=0 HTTP/1.1')
  const { answers } = await send([readPatient + unknown + wrong + readPatient], { answers: 4 })
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 400, 200],
  )
  assert.equal(answers[0]?.body, answers[3]?.body)
})

test('HEAD answers as GET does, without a body; other methods say what a path takes', async () => {
  const heads = await send([readPatient.replace('GET', 'HEAD')], { answers: 1, head: true })
  const [get] = (await send([readPatient], { answers: 1 })).answers
  assert.equal(heads.answers[0]?.status, 200)
  assert.equal(heads.answers[0]?.headers['content-length'], String(Buffer.byteLength(get?.body ?? '')))
  const unauthorized = await send([`HEAD /api/v1/clinic HTTP/1.1\r\nHost: x\r\n\r\n`], { answers: 1, head: true })
  assert.equal(unauthorized.answers[0]?.status, 401)
  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'PUT', 'QUERY']) {
    const { answers } = await send([readPatient.replace('GET', method)], { answers: 1 })
    assertRefused(answers[0], 'method_not_allowed')
    assert.equal(answers[0]?.headers.allow, 'GET, HEAD, PATCH')
  }
  for (const line of ['OPTIONS * HTTP/1.1', 'GET http://elsewhere.example/nothing HTTP/1.1', 'GET //evil HTTP/1.1']) {
    const { answers } = await send([head(line)], { answers: 1 })
    assertRefused(answers[0], 'not_found')
  }
  assert.equal((await send([head('CONNECT localhost:443 HTTP/1.1')])).answers.length, 0)
})

test('a path that is not well encoded is not found, and reaches no record', async () => {
  const PATHS = [
    '%',
    '%zz',
    '%ff',
    '%c0%af',
    '%e0%80%80',
    '%ed%a0%80',
    '%2',
    '..%2f..%2fclinic',
    '%2e%2e',
    '%00',
    '%252e',
    '%u0041',
    '\u00e9',
    ';x',
    '%0d%0aSet-Cookie:x',
    'x'.repeat(5_000),
  ]
  for (const path of PATHS) {
    const { answers } = await send([head(`GET /api/v1/patients/${path} HTTP/1.1`)], { answers: 1 })
    assertRefused(answers[0], 'not_found', 'validation_failed')
    assert.equal(answers[0]?.headers['set-cookie'], undefined)
  }
  for (const query of [
    '?%',
    '?limit=%zz',
    '?=&&=',
    '?a[b]=c',
    '?limit[]=1',
    '?limit=1%00',
    '?%ff=%ff',
    '?limit=1;cursor=2',
    `?${'a=1&'.repeat(3000)}`,
  ]) {
    const { answers } = await send([head(`GET /api/v1/patients${query} HTTP/1.1`)], { answers: 1 })
    if (answers[0]?.status !== 200) assertRefused(answers[0], 'validation_failed', 'invalid_cursor')
  }
})

test('absurd headers change nothing', async () => {
  const many = Array.from({ length: 1_500 }, (_, n) => `X-${n}: y`)
  const ABSURD: string[][] = [
    many,
    ['Content-Length: 0'],
    ['Expect: 100-continue'],
    ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13'],
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: x'],
    ['X-Forwarded-For: 192.0.2.1, not an address', 'Forwarded: for=x', 'X-Real-IP: 192.0.2.1'],
    [
      'Range: bytes=0-1',
      'If-None-Match: *',
      'If-Modified-Since: never',
      'Accept: text/html',
      'Accept-Encoding: br;q=x',
    ],
    ['X-HTTP-Method-Override: DELETE', 'X-Request-Id: mine', 'Service-Request-Id: mine', 'Request-Id: mine'],
    ['Host: elsewhere.example', 'Origin: https://evil.example', 'Cookie: a=b; a=c'],
  ]
  for (const headers of ABSURD) {
    const { answers } = await send([head(`GET /api/v1/patients/${patient.id} HTTP/1.1`, ...headers)], { answers: 1 })
    const [answer] = answers
    if (answer?.status === 400) assertRefused(answer, 'validation_failed')
    else
      assert.deepEqual([answer?.status, answer && JSON.parse(answer.body).data?.id], [200, patient.id], headers.join())
    assert.match(answer?.headers['service-request-id'] ?? '', /^req_/)
  }
  const two = `GET /api/v1/clinic HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nonsense\r\nAuthorization: Bearer ${token}\r\n\r\n`
  assertRefused((await send([two], { answers: 1 })).answers[0], 'unauthenticated')
})

test('clients that leave in the middle, of the request or of the answer, harm no other', async () => {
  const { port } = new URL(app.url)
  const leave = (bytes: string, afterMs: number) =>
    new Promise<void>(resolve => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(bytes)
        setTimeout(() => socket.resetAndDestroy(), afterMs)
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
    })
  const complete = post(`Content-Length: ${Buffer.byteLength(body)}`) + body
  const MIDDLES = [readPatient.slice(0, 30), `${post('Content-Length: 1000')}{`, complete, readPatient.repeat(50)]
  await Promise.all(MIDDLES.flatMap(bytes => [0, 1, 3, 10].map(ms => leave(bytes, ms))))
  assert.equal((await api.get(`/patients/${patient.id}`)).status, 200)
})

test('whatever bytes come, nothing fails on our side and the next request is served', async () => {
  const valid = post(`Content-Length: ${Buffer.byteLength(body)}`) + body
  const mutation = fc.record({
    at: fc.nat(valid.length),
    remove: fc.nat(8),
    insert: fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('\r\n', '\0', '\r\n\r\n', '{"', ']}', '%', 'chunked', '-1'),
    ),
  })
  const mutated = fc
    .array(mutation, { minLength: 1, maxLength: 4 })
    .map(all =>
      all.reduce((text, { at, remove, insert }) => text.slice(0, at) + insert + text.slice(at + remove), valid),
    )
  const property = fc.asyncProperty(fc.array(mutated, { minLength: 20, maxLength: 20 }), async requests => {
    const seen = await Promise.all(
      requests.map(bytes => send([bytes], { answers: 1, head: bytes.startsWith('HEAD') }, hasty)),
    )
    for (const { answers } of seen)
      for (const answer of answers)
        if (!(answer.status < 400)) assertRefused(answer, JSON.parse(answer.body).error.code)
  })
  await fc.assert(property, { numRuns: 12 })
  assert.equal((await api.get(`/patients/${patient.id}`)).status, 200)
})
