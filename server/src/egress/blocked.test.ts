import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { type DnsServer, startDnsServer } from '../../test/support/servers/dns-server.ts'
import { answering, type RawServer, startRawServer } from '../../test/support/servers/raw-server.ts'
import { ALWAYS_HOSTILE, HOSTILE_DESTINATIONS } from '../../test/support/webhooks/hostile-destinations.ts'
import { createEgress, type Egress, type EgressOptions, type EgressRequest } from './agent.ts'
import { permittedConnector } from './connector.ts'
import { BlockedAddress, type Outcome } from './outcome.ts'

// Public addresses appear here only where nothing connects: in answers to `check`, or next to the refusal of the send.
const PUBLIC = '93.184.215.14'
const LIVE = { allowHttp: false, allowPrivate: false }
const LOCAL = { allowHttp: true, allowPrivate: true }
const OK = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
const BLOCKED: Outcome = {
  ok: false,
  status: null,
  errorClass: 'blocked_address',
  retryAfterSeconds: null,
  durationMs: 0,
}

function post(url: string, policy = LIVE): EgressRequest {
  return { url, method: 'POST', rawHeaders: [], body: '{}', policy, deadlineMs: 30_000 }
}

async function withEgress(options: EgressOptions, run: (egress: Egress) => Promise<void>) {
  const egress = createEgress(options)
  try {
    await run(egress)
  } finally {
    await egress.close()
  }
}

const neverAsked = () => Promise.reject(new Error('a refused destination must not be resolved'))

describe('hostile destinations', () => {
  test('are refused on check and on send, without a name asked or a connection opened', async () => {
    await withEgress({ allowPrivate: true, resolver: neverAsked }, async egress => {
      for (const [reason, urls] of Object.entries(HOSTILE_DESTINATIONS)) {
        for (const url of urls) {
          assert.deepEqual(await egress.check(url, LIVE), { ok: false, reason }, url)
          assert.deepEqual(await egress.send(post(url)), BLOCKED, url)
        }
      }
      assert.equal(egress.stats().connections + egress.stats().requests, 0)
    })
  })

  test('are refused in test mode too, where they are link-local or metadata', async () => {
    await withEgress({ allowPrivate: true, resolver: neverAsked }, async egress => {
      for (const url of ALWAYS_HOSTILE) {
        assert.ok(!(await egress.check(url, LOCAL)).ok, url)
        assert.deepEqual(await egress.send(post(url, LOCAL)), BLOCKED, url)
      }
    })
  })

  test('are refused in test mode altogether without the leave of the operator', async () => {
    const receiver = await startRawServer(answering(OK))
    await withEgress({}, async egress => {
      assert.deepEqual(await egress.check(receiver.url, LOCAL), { ok: false, reason: 'blocked_address' })
      assert.deepEqual(await egress.send(post(receiver.url, LOCAL)), BLOCKED)
    })
    await receiver.close()
    assert.equal(receiver.connections(), 0)
  })

  test('do not get onto a connection that was opened under a looser policy', async () => {
    const receiver = await startRawServer(answering(OK.replace('Connection: close\r\n', '')))
    const url = `http://localhost:${receiver.port}/`
    await withEgress({ allowPrivate: true }, async egress => {
      assert.ok((await egress.send(post(url, LOCAL))).ok)
      assert.deepEqual(await egress.send(post(url, { allowHttp: true, allowPrivate: false })), BLOCKED)
    })
    await receiver.close()
    assert.equal(receiver.received.join('').match(/POST/g)?.length, 1)
  })
})

describe('names', () => {
  let receiver: RawServer
  let dns: DnsServer
  /** Each name's successive answers; the last one stays. */
  const zone: Record<string, string[][]> = {}

  before(async () => {
    receiver = await startRawServer(answering(OK))
    dns = await startDnsServer((name, type) => {
      if (name.startsWith('silent.')) return null
      const answers = zone[name] ?? []
      const current = (type === 'A' && answers.length > 1 ? answers.shift() : answers[0]) ?? []
      return current.filter(address => address.includes(':') === (type === 'AAAA'))
    }, 3600)
  })

  atEnd(async () => {
    await dns.close()
    await receiver.close()
  })

  const at = (name: string, scheme = 'https') => `${scheme}://${name}:${receiver.port}/`
  const egressHere = (run: Parameters<typeof withEgress>[1]) =>
    withEgress({ allowPrivate: true, dnsServers: [dns.address] }, run)

  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00:ec2::254']) {
    test(`that lead to ${address} are refused on check and on send`, async () => {
      zone['inside.example'] = [[address]]
      await egressHere(async egress => {
        assert.deepEqual(await egress.check(at('inside.example'), LIVE), { ok: false, reason: 'blocked_address' })
        const outcome = await egress.send(post(at('inside.example')))
        assert.deepEqual({ ...outcome, durationMs: 0 }, BLOCKED)
        assert.equal(egress.stats().connections, 0)
      })
    })
  }

  test('with one refused address among good ones are refused on check', async () => {
    zone['mixed.example'] = [[PUBLIC, '127.0.0.1']]
    await egressHere(async egress => {
      assert.deepEqual(await egress.check(at('mixed.example'), LIVE), { ok: false, reason: 'blocked_address' })
    })
  })

  test('connect only to the permitted ones of their addresses', async () => {
    zone['mixed.example'] = [['169.254.169.254', '127.0.0.1', 'fe80::1']]
    await egressHere(async egress => {
      assert.ok((await egress.send(post(at('mixed.example', 'http'), LOCAL))).ok)
    })
  })

  test('that turn from a public address to loopback after registration are never connected to', async () => {
    zone['rebind.example'] = [[PUBLIC], ['127.0.0.1']]
    const connections = receiver.connections()
    await egressHere(async egress => {
      assert.ok((await egress.check(at('rebind.example'), LIVE)).ok)
      for (const _ of [1, 2, 3]) {
        assert.equal((await egress.send(post(at('rebind.example')))).errorClass, 'blocked_address')
      }
      assert.equal(egress.stats().connections, 0)
    })
    assert.equal(receiver.connections(), connections)
  })

  test('are asked again for every connection, whatever the time to live they claim', async () => {
    zone['rebind-later.example'] = [['127.0.0.1'], ['169.254.169.254']]
    await egressHere(async egress => {
      assert.ok((await egress.send(post(at('rebind-later.example', 'http'), LOCAL))).ok)
      const outcome = await egress.send(post(at('rebind-later.example', 'http'), LOCAL))
      assert.equal(outcome.errorClass, 'blocked_address')
    })
  })

  test('that do not exist are taken on check and reported as dns on send', async () => {
    await egressHere(async egress => {
      assert.ok((await egress.check(at('missing.example'), LIVE)).ok)
      assert.equal((await egress.send(post(at('missing.example')))).errorClass, 'dns')
    })
  })

  test('whose name server never answers end at the deadline', async () => {
    await egressHere(async egress => {
      const outcome = await egress.send({ ...post(at('silent.example')), deadlineMs: 200 })
      assert.equal(outcome.errorClass, 'timeout')
      assert.ok(outcome.durationMs < 20_000)
    })
  })

  test('leave no trace of what they lead to in an outcome', async () => {
    zone['inside.example'] = [['10.9.8.7']]
    await egressHere(async egress => {
      const outcomes = [
        await egress.send(post(at('inside.example'))),
        await egress.send(post(at('missing.example'))),
        await egress.send(post('http://127.0.0.1:1/', LOCAL)),
        await egress.send({ ...post(receiver.url.replace('http', 'https'), LOCAL), deadlineMs: 200 }),
      ]
      for (const { durationMs: _, ...shown } of outcomes) {
        assert.deepEqual(Object.keys(shown).sort(), ['errorClass', 'ok', 'retryAfterSeconds', 'status'])
        assert.match(
          JSON.stringify(shown),
          /^\{"ok":false,"status":null,"errorClass":"[a-z_]+","retryAfterSeconds":null\}$/,
        )
      }
    })
  })
})

test('drops a connection to a refused address that nothing before it has caught', async () => {
  const receiver = await startRawServer(() => {})
  const connect = permittedConnector({ resolve: neverAsked, allowPrivate: false, timeoutMs: 3000 })
  const result = Promise.withResolvers<unknown>()
  const target = { hostname: '127.0.0.1', protocol: 'http:', port: String(receiver.port) }
  connect(target, (...given) => result.resolve(given))
  assert.deepEqual(await result.promise, [new BlockedAddress(), null])
  await receiver.close()
  assert.equal(receiver.received.join(''), '')
})
