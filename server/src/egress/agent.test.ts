import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { OK, post, sendTo } from '../../test/support/egress/send.ts'
import { answering, startRawServer } from '../../test/support/servers/raw-server.ts'
import { createEgress } from './agent.ts'

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
