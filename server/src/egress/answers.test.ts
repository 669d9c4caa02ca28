import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { OK, post, sendTo, sendUntilClosed } from '../../test/support/egress/send.ts'
import { answering, dripping, startRawServer } from '../../test/support/servers/raw-server.ts'
import { createEgress } from './agent.ts'

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
