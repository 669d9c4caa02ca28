import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { namedHeaders } from '../../test/support/servers/raw-headers.ts'
import { type AttemptName, signatureHeaders, webhookUserAgent } from '../domain/webhooks/attempt-headers.ts'
import { newSigningSecret } from '../domain/webhooks/signing-secret.ts'
import { type Signable, signaturesOf, signingKey } from './sign.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const input = {
  eventId: 'evt_1',
  deliveryId: 'dlv_1',
  attempt: 3,
  timestampSeconds: 1767225600,
  rawBody: '{"id":"evt_1","data":{"room":"غرفة ٢"}}',
  keys: [signingKey(SECRET)],
}

/** The headers by their names. */
const headersOf = (given: AttemptName & Signable) => namedHeaders(signatureHeaders(given, signaturesOf(given)))

test('signs time and body with the whole secret text, as openssl does', () => {
  assert.equal(
    headersOf(input)['Service-Signature'],
    't=1767225600,v1=6edb3a35c45bc6c4b2dcec1ddbf72101996e4e128f94376566f03582a60296ad',
  )
})

test('signs as the Standard Webhooks specification shows', () => {
  const headers = headersOf({
    ...input,
    eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1614265330,
    rawBody: '{"test": 2432232314}',
  })
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('names event, delivery, attempt and time, and a test as one', () => {
  const { 'Service-Signature': _, 'webhook-signature': __, ...named } = headersOf(input)
  assert.deepEqual(named, {
    'Service-Event-Id': 'evt_1',
    'Service-Delivery-Id': 'dlv_1',
    'Service-Delivery-Attempt': '3',
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1767225600',
  })
  assert.equal(headersOf({ ...input, test: true })['Service-Event-Test'], 'true')
  assert.match(webhookUserAgent, /^Clinic-Webhooks\/\d+\.\d+\.\d+$/)
})

test('signs with the new secret first and the old one after it while rotating', () => {
  const old = newSigningSecret()
  const both = headersOf({ ...input, keys: [SECRET, old].map(signingKey) })
  const [ours, standard] = ['Service-Signature', 'webhook-signature'].map(name => [
    headersOf(input)[name],
    headersOf({ ...input, keys: [signingKey(old)] })[name],
  ])
  assert.equal(both['Service-Signature'], `${ours?.[0]},${ours?.[1]?.replace(/^t=\d+,/, '')}`)
  assert.equal(both['webhook-signature'], standard?.join(' '))
})

test('makes secrets of 32 new random bytes in the form that libraries take', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret)
  assert.equal(new Set(secrets).size, 100)
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
  }
})

/** Any event, any body, one secret or two. */
const signed = fc.record({
  eventId: fc.stringMatching(/^evt_[A-Za-z0-9]{1,40}$/),
  data: fc.dictionary(fc.string(), fc.jsonValue()),
  keyBytes: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 2 }),
})

test('is accepted by the Standard Webhooks library and by our own verifier, under every secret', async () => {
  await fc.assert(
    fc.asyncProperty(signed, async ({ eventId, data, keyBytes }) => {
      const secrets = keyBytes.map(key => `whsec_${Buffer.from(key).toString('base64')}`)
      const rawBody = JSON.stringify({ id: eventId, data })
      const keys = secrets.map(signingKey)
      const timestampSeconds = Math.floor(Date.now() / 1000)
      const headers = headersOf({ ...input, eventId, rawBody, keys, timestampSeconds })
      const { 'Service-Signature': _, ...standardOnly } = headers
      for (const secret of secrets) {
        assert.deepEqual(new Webhook(secret).verify(rawBody, headers), JSON.parse(rawBody))
        assert.deepEqual(await verifyWebhook(rawBody, headers, secret), JSON.parse(rawBody))
        assert.deepEqual(await verifyWebhook(rawBody, standardOnly, secret), JSON.parse(rawBody))
      }
    }),
  )
})

test('is accepted by no receiver once a bit of body, id, time or secret has changed', async () => {
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const headers = headersOf({ ...input, timestampSeconds })
  const refused = async (body: string, given: Record<string, string>, secret: string) => {
    assert.throws(() => new Webhook(secret).verify(body, given))
    await assert.rejects(verifyWebhook(body, given, secret), { reason: 'no_match' })
  }
  await refused(`${input.rawBody} `, headers, SECRET)
  await refused(input.rawBody, headers, newSigningSecret())
  const later = String(timestampSeconds + 1)
  const shifted = headers['Service-Signature']?.replace(/t=\d+/, `t=${later}`) ?? ''
  await refused(input.rawBody, { ...headers, 'Service-Signature': shifted, 'webhook-timestamp': later }, SECRET)
  const { 'Service-Signature': _, ...standardOnly } = headers
  await refused(input.rawBody, { ...standardOnly, 'webhook-id': 'evt_2' }, SECRET)
})
