import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { atEnd } from '../../test/support/at-end.ts'
import { httpServer } from './server.ts'
import { Strangers } from './strangers.ts'

const WITHIN_MS = 1_000
const strangers = new Strangers({ addressOf: () => '', perMinute: 120, enabled: false })
const log = pino({ level: 'silent' })
const app = httpServer({ log, strangers, requestTimeoutMs: WITHIN_MS, publicUrl: 'http://localhost' })
app.post('/soon', async () => ({ ok: true }))
app.post('/later', { config: { slowBody: true } }, async () => ({ ok: true }))
await app.listen({ host: '127.0.0.1', port: 0 })
atEnd(() => app.close())
const port = Number(new URL(app.listeningOrigin).port)

/** Sends a head that announces two bytes, one of them, and the other one after a while. */
async function sendSlowly(path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
  )
  const timer = setTimeout(() => socket.write('}'), 3 * WITHIN_MS)
  const answer = await text(socket)
  clearTimeout(timer)
  return answer.split('\r\n')[0] ?? ''
}

test('gives up a body that does not arrive in time, save where bodies may be large', async () => {
  const [soon, later] = await Promise.all([sendSlowly('/soon'), sendSlowly('/later')])
  assert.equal(soon, 'HTTP/1.1 400 Bad Request')
  assert.equal(later, 'HTTP/1.1 200 OK')
})

test('gives up a head that does not arrive in time', () => {
  assert.equal(app.server.headersTimeout, WITHIN_MS)
})

test('answers a whole request as usual', async () => {
  const answer = await fetch(`${app.listeningOrigin}/soon`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  assert.deepEqual([answer.status, await answer.json()], [200, { ok: true }])
})
