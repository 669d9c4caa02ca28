import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { atEnd } from '../../test/support/at-end.ts'
import { answering, dripping, type RawServer, startRawServer } from '../../test/support/servers/raw-server.ts'
import { selfSigned } from '../../test/support/servers/self-signed.ts'
import { createEgress, type Egress, type EgressRequest } from './agent.ts'
import type { Outcome } from './outcome.ts'

const LOCAL = { allowHttp: true, allowPrivate: true }
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

function post(url: string, more: Partial<EgressRequest> = {}): EgressRequest {
  const rawHeaders = ['content-type', 'application/json']
  return { url, method: 'POST', rawHeaders, body: '{"a":1}', policy: LOCAL, deadlineMs: 30_000, ...more }
}

type Sent = { outcome: Outcome; receiver: RawServer }

/** One send to a receiver that behaves so; both are gone afterwards. `settled` may hold that up. */
async function sendTo(
  behave: (socket: Socket) => void,
  more: Partial<EgressRequest> = {},
  settled: Promise<void> = Promise.resolve(),
): Promise<Sent> {
  const receiver = await startRawServer(behave)
  const egress = createEgress({ allowPrivate: true })
  try {
    const outcome = await egress.send(post(receiver.url, more))
    await settled
    return { outcome, receiver }
  } finally {
    await egress.close()
    await receiver.close()
  }
}

/** As `sendTo`, and returns only if the sender has closed its connection by itself. */
function sendUntilClosed(behave: (socket: Socket) => void, more: Partial<EgressRequest> = {}): Promise<Sent> {
  const closed = Promise.withResolvers<void>()
  const watched = (socket: Socket) => {
    socket.on('end', closed.resolve).on('close', closed.resolve)
    behave(socket)
  }
  return sendTo(watched, more, closed.promise)
}

describe('what is sent', () => {
  test('sends the body byte for byte, with the given headers and without asking for compression', async () => {
    const body = '{"name":"سارة","n":1.50}'
    const { outcome, receiver } = await sendTo(answering(OK), { body, rawHeaders: ['service-event-id', 'evt_1'] })
    assert.ok(outcome.ok)
    const [head, sent] = receiver.received.join('').split('\r\n\r\n')
    assert.equal(sent, body)
    assert.match(head ?? '', /^POST \/webhook HTTP\/1\.1\r\n/)
    assert.match(head ?? '', /\r\nservice-event-id: evt_1\r\n/)
    assert.match(head ?? '', /\r\naccept-encoding: identity/)
    assert.match(head ?? '', new RegExp(`host: 127.0.0.1:${receiver.port}\\r\\n`))
  })

  test('keeps the query and drops the fragment', async () => {
    const receiver = await startRawServer(answering(OK))
    const egress = createEgress({ allowPrivate: true })
    await egress.send(post(`${receiver.url}?a=%20b#c`))
    await egress.close()
    await receiver.close()
    assert.match(receiver.received.join(''), /^POST \/webhook\?a=%20b HTTP/)
  })

  test('reuses connections and counts it', async () => {
    const receiver = await startRawServer(answering(OK))
    const egress = createEgress({ allowPrivate: true })
    for (let sent = 0; sent < 20; sent++) assert.ok((await egress.send(post(receiver.url))).ok)
    const stats = egress.stats()
    await egress.close()
    await receiver.close()
    assert.equal(stats.connections, receiver.connections())
    assert.ok(stats.connections <= 2)
    assert.deepEqual(
      { requests: stats.requests, inFlight: stats.inFlight, reused: stats.reused },
      { requests: 20, inFlight: 0, reused: 20 - stats.connections },
    )
  })

  test('lets no hanging request on the same host delay another', async () => {
    const receiver = await startRawServer(socket =>
      socket.on('data', data => data.toString().includes('POST /fast') && socket.write(OK)),
    )
    const egress = createEgress({ allowPrivate: true })
    const origin = receiver.url.replace('/webhook', '')
    const enough = new AbortController()
    const slow = { deadlineMs: 60_000, signal: enough.signal }
    const hanging = Array.from({ length: 50 }, () => egress.send(post(`${origin}/slow`, slow)))
    const fast = await egress.send(post(`${origin}/fast`, { deadlineMs: 30_000 }))
    assert.ok(fast.ok)
    enough.abort()
    for (const outcome of await Promise.all(hanging)) assert.equal(outcome.errorClass, 'aborted')
    await egress.close()
    await receiver.close()
  })

  test('never sends a request whose deadline passed while it waited for a connection', async () => {
    const first = Promise.withResolvers<Socket>()
    const receiver = await startRawServer(socket => {
      first.resolve(socket)
      socket.on('data', data => data.toString().includes('"first"') || socket.write(OK))
    })
    const egress = createEgress({ allowPrivate: true, connectionsPerOrigin: 1 })
    const waiting = egress.send(post(receiver.url, { body: '{"first":1}' }))
    const expired = await egress.send(post(receiver.url, { body: '{"second":2}', deadlineMs: 100 }))
    const last = egress.send(post(receiver.url, { body: '{"third":3}' }))
    ;(await first.promise).write(OK)
    assert.equal(expired.errorClass, 'timeout')
    assert.deepEqual([(await waiting).ok, (await last).ok], [true, true])
    await egress.close()
    await receiver.close()
    assert.doesNotMatch(receiver.received.join(''), /second/)
  })

  test('stops immediately, and counts no attempt against the receiver, when the caller aborts', async () => {
    const receiver = await startRawServer(() => {})
    const egress = createEgress({ allowPrivate: true })
    const controller = new AbortController()
    const sending = egress.send(post(receiver.url, { signal: controller.signal }))
    controller.abort()
    assert.equal((await sending).errorClass, 'aborted')
    const late = await egress.send(post(receiver.url, { signal: controller.signal }))
    assert.equal(late.errorClass, 'aborted')
    await egress.close()
    await receiver.close()
  })

  test('lets a running exchange end when it closes, and takes no more', async () => {
    const arrived = Promise.withResolvers<Socket>()
    const receiver = await startRawServer(socket => socket.on('data', () => arrived.resolve(socket)))
    const egress = createEgress({ allowPrivate: true })
    const running = egress.send(post(receiver.url))
    const socket = await arrived.promise
    const closing = egress.close()
    assert.equal((await egress.send(post(receiver.url))).errorClass, 'aborted')
    socket.write(OK)
    assert.ok((await running).ok)
    await closing
    await receiver.close()
  })

  test('takes no proxy from the environment', async () => {
    const proxy = await startRawServer(answering(OK))
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
    const before = names.map(name => [name, process.env[name]] as const)
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`
    const { outcome } = await sendTo(answering(OK))
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    await proxy.close()
    assert.ok(outcome.ok)
    assert.equal(proxy.connections(), 0)
  })

  test('reports unusable headers as an outcome, not as a throw', async () => {
    const { outcome } = await sendTo(answering(OK), { rawHeaders: ['x-bad', 'a\r\nb'] })
    assert.equal(outcome.errorClass, 'protocol')
  })
})

describe('what counts as success', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    test(`takes ${status} as success`, async () => {
      const { outcome } = await sendTo(answering(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`))
      assert.deepEqual(
        { ...outcome, durationMs: 0 },
        { ok: true, status, errorClass: null, retryAfterSeconds: null, durationMs: 0 },
      )
    })
  }

  for (const status of [300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 410, 429, 500, 503, 599]) {
    test(`takes ${status} as a failure with its status`, async () => {
      const { outcome } = await sendTo(answering(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`))
      assert.deepEqual([outcome.ok, outcome.status, outcome.errorClass], [false, status, 'http_status'])
    })
  }

  test('does not follow a redirect', async () => {
    const target = await startRawServer(answering(OK))
    const { outcome } = await sendTo(
      answering(`HTTP/1.1 307 X\r\nLocation: ${target.url}\r\nContent-Length: 0\r\n\r\n`),
    )
    await target.close()
    assert.equal(outcome.errorClass, 'http_status')
    assert.equal(target.connections(), 0)
  })

  test('waits for the real answer after an interim one', async () => {
    const interim = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'
    const { outcome } = await sendTo(answering(`${interim}HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n`))
    assert.deepEqual([outcome.status, outcome.errorClass], [503, 'http_status'])
  })

  test('reads Retry-After in seconds and as a date', async () => {
    const refusing = (value: string) =>
      sendTo(answering(`HTTP/1.1 429 X\r\nRetry-After: ${value}\r\nContent-Length: 0\r\n\r\n`))
    assert.equal((await refusing('120')).outcome.retryAfterSeconds, 120)
    const { retryAfterSeconds } = (await refusing(new Date(Date.now() + 90_000).toUTCString())).outcome
    assert.ok(retryAfterSeconds !== null && retryAfterSeconds > 85 && retryAfterSeconds <= 90)
  })

  test('hands out the answer where it is asked for, up to the limit', async () => {
    const whole = 'HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 7\r\n\r\n{"a":1}'
    const { outcome } = await sendTo(answering(whole), { keepBody: true, readLimitBytes: 7 })
    assert.deepEqual([outcome.bodyExcerpt, outcome.bodyCut, outcome.cacheControl], ['{"a":1}', false, 'max-age=60'])
    const cut = (await sendTo(answering(whole), { keepBody: true, readLimitBytes: 6 })).outcome
    assert.deepEqual([cut.ok, cut.bodyExcerpt, cut.bodyCut], [true, '{"a":1', true])
    assert.ok(!('bodyExcerpt' in (await sendTo(answering(whole))).outcome))
  })
})

describe('receivers that keep one waiting', { concurrency: true }, () => {
  /** Enough for the beginning of an answer to arrive on a busy machine. */
  const DEADLINE_MS = 2_000
  for (const [title, behave, status] of [
    ['says nothing', () => {}, null],
    ['drips a status line', dripping('HTTP/1.1 200 O', 'K'), null],
    ['drips headers', dripping('HTTP/1.1 200 OK\r\n', 'a: b\r\n'), null],
    ['sends interim answers for ever', dripping('', 'HTTP/1.1 102 Processing\r\n\r\n'), null],
    ['drips a body of known length', dripping('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n', 'x'), 200],
    ['drips chunks', dripping('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'), 200],
    ['drips a body until close', dripping('HTTP/1.1 200 OK\r\n\r\n', 'x'), 200],
    ['drips a failure', dripping('HTTP/1.1 500 X\r\n\r\n', 'x'), 500],
    ['sends headers and then nothing', (s: Socket) => s.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'), 200],
  ] as const) {
    test(`ends at the deadline when the receiver ${title}`, async () => {
      const { outcome } = await sendUntilClosed(behave, { deadlineMs: DEADLINE_MS })
      assert.deepEqual([outcome.ok, outcome.status, outcome.errorClass], [false, status, 'timeout'])
      assert.ok(outcome.durationMs >= DEADLINE_MS - 5 && outcome.durationMs < 5 * DEADLINE_MS)
    })
  }

  test('ends at the deadline when a TLS handshake never answers', async () => {
    const receiver = await startRawServer(() => {})
    const egress = createEgress({ allowPrivate: true })
    const outcome = await egress.send(post(receiver.url.replace('http', 'https'), { deadlineMs: 200 }))
    await receiver.close()
    await egress.close()
    assert.deepEqual([outcome.status, outcome.errorClass], [null, 'timeout'])
  })
})

describe('hostile receivers', () => {
  for (const [title, behave, errorClass] of [
    ['resets after accepting', (s: Socket) => s.resetAndDestroy(), 'connection_reset'],
    ['resets after the request', (s: Socket) => s.on('data', () => s.resetAndDestroy()), 'connection_reset'],
    ['closes without an answer', (s: Socket) => s.on('data', () => s.end()), 'connection_reset'],
    ['closes its half immediately', (s: Socket) => s.end(), 'connection_reset'],
    ['closes within the headers', (s: Socket) => s.end('HTTP/1.1 200 OK\r\nContent-'), 'connection_reset'],
    ['speaks another protocol', (s: Socket) => s.write('SSH-2.0-OpenSSH_9.9\r\n'), 'protocol'],
    [
      'sends endless headers',
      dripping('HTTP/1.1 200 OK\r\n', `${`a: ${'b'.repeat(1000)}\r\n`.repeat(20)}`),
      'protocol',
    ],
    ['sends two lengths', answering('HTTP/1.1 200 X\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'), 'protocol'],
  ] as const) {
    test(`calls it ${errorClass} when the receiver ${title}`, async () => {
      const { outcome } = await sendTo(behave)
      assert.deepEqual([outcome.ok, outcome.errorClass], [false, errorClass])
    })
  }

  test('does not take a switch of protocols as a success', async () => {
    const { outcome } = await sendTo(answering('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'))
    assert.ok(!outcome.ok && outcome.errorClass !== null)
  })

  test('does not take an answer that breaks off as a success', async () => {
    const { outcome } = await sendTo(s => s.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'))
    assert.deepEqual([outcome.ok, outcome.status], [false, 200])
  })

  test('calls a closed port connection_refused', async () => {
    const receiver = await startRawServer(() => {})
    await receiver.close()
    const egress = createEgress({ allowPrivate: true })
    assert.equal((await egress.send(post(receiver.url))).errorClass, 'connection_refused')
    await egress.close()
  })

  for (const [status, ok] of [
    [200, true],
    [500, false],
  ] as const) {
    test(`reads 64 KB of a gigabyte after ${status}, cuts the rest and keeps the status`, async () => {
      let writtenBytes = 0
      const { outcome } = await sendUntilClosed(socket => {
        const chunk = Buffer.alloc(65_536)
        const pour = () => {
          while (writtenBytes < 2 ** 30 && !socket.destroyed) {
            writtenBytes += chunk.length
            if (!socket.write(chunk)) return socket.once('drain', pour)
          }
        }
        socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: ${2 ** 30}\r\n\r\n`)
        pour()
      })
      assert.deepEqual([outcome.ok, outcome.status], [ok, status])
      assert.ok(writtenBytes < 32 * 2 ** 20, `${writtenBytes} bytes were taken`)
    })
  }

  test('never unpacks a compression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 2 ** 20))
    assert.ok(bomb.length < 65_536)
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`
    const { outcome } = await sendTo(answering(Buffer.concat([Buffer.from(head), bomb])), { keepBody: true })
    assert.ok(outcome.ok)
    assert.ok((outcome.bodyExcerpt?.length ?? 0) <= bomb.length)
  })
})

describe('TLS', () => {
  const trusted = selfSigned('localhost')
  let receiver: RawServer
  let egress: Egress

  before(async () => {
    receiver = await startRawServer(answering(OK), trusted)
    egress = createEgress({ allowPrivate: true, ca: trusted.cert })
  })

  atEnd(async () => {
    await egress.close()
    await receiver.close()
  })

  test('delivers over TLS to a certificate that is valid for the name', async () => {
    assert.ok((await egress.send(post(`https://localhost:${receiver.port}/`))).ok)
  })

  test('refuses a certificate for another name', async () => {
    assert.equal((await egress.send(post(receiver.url))).errorClass, 'tls')
    assert.equal((await egress.send(post(`https://other.localhost:${receiver.port}/`))).errorClass, 'tls')
  })

  test('refuses a certificate that no trusted authority has signed, whatever the environment says', async () => {
    const strict = createEgress({ allowPrivate: true })
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    const received = receiver.received.join('')
    const outcome = await strict.send(post(`https://localhost:${receiver.port}/`))
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    await strict.close()
    assert.equal(outcome.errorClass, 'tls')
    assert.equal(receiver.received.join(''), received)
  })

  test('calls plain http on an https port a tls failure', async () => {
    const plain = await startRawServer(s => s.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const outcome = await egress.send(post(plain.url.replace('http', 'https')))
    await plain.close()
    assert.equal(outcome.errorClass, 'tls')
  })
})
