import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { verifyWebhook } from './verify-webhook.ts'
import { WebhookVerificationError, type WebhookVerificationReason } from './webhook-verification-error.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const NOW = new Date('2026-07-01T10:00:00.000Z')
const T = NOW.getTime() / 1000
const EVENT = { id: 'evt_1', type: 'task.created', data: { id: 'tsk_1', object: 'task', title: 'مهمة' } }
const BODY = JSON.stringify(EVENT)

function own(body: string, { secrets = [SECRET], t = T }: { secrets?: string[]; t?: number } = {}): string {
  const signatures = secrets.map(secret => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  return [`t=${t}`, ...signatures].join(',')
}

function standard(body: string, secret = SECRET, t = T): Record<string, string> {
  const key = Buffer.from(secret.slice(6), 'base64')
  const signature = createHmac('sha256', key).update(`evt_1.${t}.${body}`).digest('base64')
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(t), 'webhook-signature': `v1,${signature}` }
}

const headers = { 'service-signature': own(BODY) }
const verify = (
  body: string | Uint8Array,
  given: Parameters<typeof verifyWebhook>[1],
  secrets: string | string[] = SECRET,
) => verifyWebhook(body, given, secrets, { now: NOW })

function fails(verification: Promise<unknown>, reason: WebhookVerificationReason, message: RegExp): Promise<void> {
  return assert.rejects(verification, error => {
    assert.ok(error instanceof WebhookVerificationError)
    assert.equal(error.reason, reason)
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, new RegExp(SECRET.slice(6)))
    return true
  })
}

test('returns the event of a genuine request, from text or from bytes', async () => {
  assert.deepEqual(await verify(BODY, headers), EVENT)
  assert.deepEqual(await verify(Buffer.from(BODY), headers), EVENT)
  assert.deepEqual(await verify(new TextEncoder().encode(`xx${BODY}`).subarray(2), headers), EVENT)
})

test('takes bytes of another realm, as test runners hand them over', async () => {
  const foreign = runInNewContext('Uint8Array.from(bytes)', { bytes: [...Buffer.from(BODY)] })
  assert.ok(!(foreign instanceof Uint8Array))
  assert.deepEqual(await verify(foreign, headers), EVENT)
})

for (const [kind, given] of [
  ['Headers', new Headers({ 'Service-Signature': own(BODY) })],
  ['a Node request', { host: 'x', 'service-signature': own(BODY), 'set-cookie': ['a'] }],
  ['an object in any case', { 'SERVICE-Signature': own(BODY) }],
  ['an object with lists', { 'service-signature': [own(BODY)] }],
  ['a Map', new Map([['Service-Signature', own(BODY)]])],
  ['a Map in lower case', new Map([['service-signature', own(BODY)]])],
] as const) {
  test(`reads headers from ${kind}`, async () => {
    assert.deepEqual(await verify(BODY, given), EVENT)
  })
}

test('accepts Standard Webhooks headers where our own is missing', async () => {
  assert.deepEqual(await verify(BODY, standard(BODY)), EVENT)
  const { 'webhook-signature': signature } = standard(BODY)
  const several = { ...standard(BODY), 'webhook-signature': `v1a,xx v1,${'A'.repeat(43)}= ${signature}` }
  assert.deepEqual(await verify(BODY, several), EVENT)
})

test('goes by our own header where both are there', async () => {
  const forged = { ...standard(BODY), 'service-signature': own(BODY, { secrets: [OTHER] }) }
  await fails(verify(BODY, forged), 'no_match', /./)
})

test('accepts either signature and either secret during a rotation', async () => {
  const rotating = { 'service-signature': own(BODY, { secrets: [OTHER, SECRET] }) }
  assert.deepEqual(await verify(BODY, rotating), EVENT)
  assert.deepEqual(await verify(BODY, rotating, OTHER), EVENT)
  assert.deepEqual(await verify(BODY, headers, [OTHER, SECRET]), EVENT)
  assert.deepEqual(await verify(BODY, { 'service-signature': `${own(BODY)},v2=abc,note` }), EVENT)
})

test('explains a missing header', async () => {
  await fails(verify(BODY, {}), 'missing_header', /Service-Signature.*proxy/s)
  await fails(verify(BODY, new Headers()), 'missing_header', /Service-Signature/)
  const { 'webhook-id': _, ...incomplete } = standard(BODY)
  await fails(verify(BODY, incomplete), 'missing_header', /webhook-\*/)
})

for (const value of [
  'nonsense',
  't=1',
  `v1=${'a'.repeat(64)}`,
  `t=,v1=${'a'.repeat(64)}`,
  `t=12.5,v1=${'a'.repeat(64)}`,
  `t=-5,v1=${'a'.repeat(64)}`,
  `t=${T},v1=${'a'.repeat(63)}`,
  `t=${T},v1=${'g'.repeat(64)}`,
  `t=${T},v0=${'a'.repeat(64)}`,
  `t=${T}${`,v1=${'a'.repeat(64)}`.repeat(11)}`,
]) {
  test(`calls the header ${value.slice(0, 40)} malformed`, async () => {
    await fails(
      verify(BODY, { 'service-signature': value }),
      'malformed_header',
      /t=<seconds>,v1=<hex>.*exactly as it came/s,
    )
  })
}

test('calls a Standard Webhooks header of another form malformed', async () => {
  await fails(verify(BODY, { ...standard(BODY), 'webhook-signature': 'v1a,abc' }), 'malformed_header', /v1,<base64>/)
  await fails(verify(BODY, { ...standard(BODY), 'webhook-timestamp': 'now' }), 'malformed_header', /./)
})

test('explains a body that was parsed, or never kept', async () => {
  await fails(verify(JSON.parse(BODY), headers), 'body_was_parsed', /already parsed.*express\.raw/s)
  await fails(verify(JSON.parse('null'), headers), 'body_was_parsed', /absent/)
})

test('explains a body that was serialised again', async () => {
  await fails(verify(JSON.stringify(EVENT, null, 2), headers), 'no_match', /parsed and serialised again/)
})

for (const secret of [
  '',
  'whsec_',
  'plg_live_abc',
  `"${SECRET}"`,
  `${SECRET}\n`,
  ` ${SECRET}`,
  SECRET.slice(6),
  'whsec_abc',
  'whsec_ab=c',
  'v1,abcd',
]) {
  test(`explains the secret ${JSON.stringify(secret.slice(0, 14))}…`, async () => {
    await fails(verify(BODY, headers, secret), 'secret_has_wrong_form', /whsec_.*environment variable/s)
    await fails(verify(BODY, headers, [SECRET, secret]), 'secret_has_wrong_form', /whsec_/)
  })
}

test('explains that no secret was given', async () => {
  await fails(verify(BODY, headers, []), 'secret_has_wrong_form', /environment variable/)
})

test('accepts a signature up to five minutes away in both directions, and says how far beyond', async () => {
  for (const age of [-300, -1, 0, 1, 300]) {
    assert.ok(await verify(BODY, { 'service-signature': own(BODY, { t: T - age }) }))
    assert.ok(await verify(BODY, standard(BODY, SECRET, T - age)))
  }
  await fails(verify(BODY, { 'service-signature': own(BODY, { t: T - 301 }) }), 'timestamp_too_old', /301 s ago.*300 s/)
  await fails(verify(BODY, { 'service-signature': own(BODY, { t: T + 301 }) }), 'timestamp_in_future', /301 s.*NTP/)
  await fails(verify(BODY, standard(BODY, SECRET, T - 301)), 'timestamp_too_old', /replay/)
})

test('uses the given tolerance and the real clock by default', async () => {
  const t = Math.floor(Date.now() / 1000)
  const old = { 'service-signature': own(BODY, { t: t - 100 }) }
  assert.ok(await verifyWebhook(BODY, old, SECRET))
  await fails(verifyWebhook(BODY, old, SECRET, { toleranceSeconds: 50 }), 'timestamp_too_old', /./)
})

test('accepts no request in which any one character differs', async () => {
  const genuine = { body: BODY, signature: own(BODY) }
  const where = fc.constantFrom<'body' | 'signature'>('body', 'signature')
  await fc.assert(
    fc.asyncProperty(where, fc.nat(), fc.constantFrom('0', 'a', 'Z', '}', ' '), async (part, position, character) => {
      const text = genuine[part]
      const at = position % text.length
      fc.pre(text[at] !== character)
      const changed = { ...genuine, [part]: text.slice(0, at) + character + text.slice(at + 1) }
      fc.pre(changed.signature.toLowerCase() !== genuine.signature || part === 'body')
      await assert.rejects(verify(changed.body, { 'service-signature': changed.signature }), WebhookVerificationError)
    }),
    { numRuns: 300 },
  )
})
