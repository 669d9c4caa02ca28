import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { OK, post } from '../../test/support/egress/send.ts'
import { answering, type RawServer, startRawServer } from '../../test/support/servers/raw-server.ts'
import { selfSigned } from '../../test/support/servers/self-signed.ts'
import { createEgress, type Egress } from './agent.ts'

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
