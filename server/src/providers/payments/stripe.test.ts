import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STRIPE_ACCOUNT, stripeServer } from '../../../test/support/servers/stripe-server.ts'
import { type Checkout, GatewayError } from '../../domain/billing/payment-gateway.ts'
import { stripeGateway } from './stripe.ts'

const server = await stripeServer()
const gateway = stripeGateway(STRIPE_ACCOUNT, { apiBase: server.url, deadlineMs: 20_000 })

let count = 0
const checkout = (changes: Partial<Checkout> = {}): Checkout => ({
  id: `opy_${++count}`,
  attempt: 1,
  repeated: false,
  amountMinor: 40_250,
  currency: 'SAR',
  description: 'Invoice 7 · Clinic',
  returnUrl: 'https://clinic.example/pay/x?back=1',
  callbackUrl: 'https://clinic.example/callbacks/payments/stripe/cli_1',
  expiresAt: new Date(Date.now() + 23 * 3_600_000).toISOString(),
  ...changes,
})
const bodyOf = ({ body, headers }: { body: string; headers: Record<string, string> }) => ({
  headers,
  body: Buffer.from(body),
})
const lastForm = () => Object.fromEntries(new URLSearchParams(server.asked.at(-1)?.body))

test('opens a Checkout page over the amount in minor units, with our id and where to come back to', async () => {
  const wanted = checkout()
  const { reference, url } = await gateway.open(wanted)
  assert.deepEqual([reference, url], [server.sessions.at(-1)?.id, server.sessions.at(-1)?.url])
  assert.deepEqual(lastForm(), {
    mode: 'payment',
    client_reference_id: wanted.id,
    'metadata[online_payment_id]': wanted.id,
    'payment_intent_data[metadata][online_payment_id]': wanted.id,
    'payment_intent_data[description]': wanted.description,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'sar',
    'line_items[0][price_data][unit_amount]': '40250',
    'line_items[0][price_data][product_data][name]': wanted.description,
    success_url: wanted.returnUrl,
    cancel_url: wanted.returnUrl,
    expires_at: String(Math.floor(Date.parse(wanted.expiresAt) / 1000)),
  })
})

test('opens one page for an attempt, however often it is asked, and another for the next', async () => {
  const wanted = checkout()
  const first = await gateway.open(wanted)
  assert.deepEqual(await gateway.open({ ...wanted, repeated: true }), first)
  assert.notDeepEqual(await gateway.open({ ...wanted, attempt: 2 }), first)
})

test('charges dinars in steps of ten fils, as Stripe asks for, and riyals to the halala', () => {
  assert.deepEqual([gateway.step('KWD'), gateway.step('SAR')], [10, 1])
})

test('reads what became of a checkout from its callbacks', async () => {
  const { id } = checkout()
  const { reference } = await gateway.open(checkout({ id }))
  const session = server.sessions.at(-1)
  const news = { id, reference, isProcessing: false, amountMinor: 40_250, currency: 'SAR' }
  assert.deepEqual(await gateway.read(bodyOf(server.expire(session))), { ...news, outcome: 'FAILED' })
  const transactionId = `pi_${reference}`
  assert.deepEqual(await gateway.read(bodyOf(server.pay(session))), { ...news, outcome: 'SUCCESS', transactionId })
  const refunded = await gateway.read(bodyOf(server.giveBack(session)))
  assert.ok(typeof refunded === 'object' && 'outcome' in refunded)
  assert.deepEqual([refunded.id, refunded.outcome, refunded.amountMinor], [id, 'REFUND', 40_250])
})

test('a method that pays later is pending, and no payer pays again meanwhile', async () => {
  await gateway.open(checkout())
  const news = await gateway.read(bodyOf(server.pay(server.sessions.at(-1), { payment_status: 'unpaid' })))
  assert.ok(typeof news === 'object' && 'outcome' in news)
  assert.deepEqual([news.outcome, news.isProcessing], ['PENDING', true])
})

test('a part given back, and what is not about a checkout, is left alone', async () => {
  await gateway.open(checkout())
  const session = server.sessions.at(-1)
  server.pay(session)
  assert.equal(await gateway.read(bodyOf(server.giveBack(session, 100))), 'nothing')
  const other = { id: 'evt_1', object: 'event', type: 'customer.created', data: { object: { object: 'customer' } } }
  assert.equal(await gateway.read(bodyOf(server.sign(other))), 'nothing')
})

test('believes only what Stripe signed, within five minutes, with this account’s secret', async () => {
  await gateway.open(checkout())
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: server.sessions.at(-1) },
  }
  const genuine = server.sign(event)
  assert.notEqual(await gateway.read(bodyOf(genuine)), 'forged')
  for (const forged of [
    server.sign(event, 'whsec_other'),
    server.sign(event, undefined, Math.floor(Date.now() / 1000) - 301),
    { ...genuine, body: genuine.body.replace('40250', '1') },
    { ...genuine, headers: {} },
    { ...genuine, headers: { 'stripe-signature': 't=1,v1=' } },
  ])
    assert.equal(await gateway.read(bodyOf(forged)), 'forged')
})

test('looks at how a checkout stands: open, paid, refunded', async () => {
  const { reference } = await gateway.open(checkout())
  const session = server.sessions.at(-1)
  const outcome = async () => (await gateway.retrieve(reference))?.outcome
  assert.equal(await outcome(), 'PENDING')
  server.pay(session)
  assert.equal(await outcome(), 'SUCCESS')
  server.giveBack(session)
  assert.equal(await outcome(), 'REFUND')
})

test('gives back once, however often it is asked', async () => {
  const wanted = checkout()
  const { reference } = await gateway.open(wanted)
  server.pay(server.sessions.at(-1))
  const before = server.refunds.length
  await gateway.refund(reference, wanted)
  await gateway.refund(reference, wanted)
  assert.equal(server.refunds.length, before + 1)
})

const failsAs = (pattern: RegExp) => (error: unknown) =>
  error instanceof GatewayError && pattern.test(error.message) && !error.message.includes('sk_')

test('a refusal says its kind, and no secret', async () => {
  server.next({
    status: 402,
    body: { error: { type: 'card_error', code: 'card_declined', message: 'sk_test_account' } },
  })
  await assert.rejects(gateway.open(checkout()), failsAs(/^Stripe: .*card_declined 402$/))
  const stranger = stripeGateway(
    { ...STRIPE_ACCOUNT, secretKey: 'sk_test_other' },
    { apiBase: server.url, deadlineMs: 20_000 },
  )
  await assert.rejects(stranger.open(checkout()), failsAs(/^Stripe: StripeAuthenticationError 401$/))
})

test('tries once more when the connection breaks, with the same idempotency key', async () => {
  server.next('cut')
  const { url } = await gateway.open(checkout())
  const [first, second] = server.asked.slice(-2).map(({ headers }) => headers['idempotency-key'])
  assert.equal(first, second)
  assert.match(url, /^https:\/\/checkout/)
})

test('gives up within the deadline when there is no answer', { timeout: 20_000 }, async () => {
  const hasty = stripeGateway(STRIPE_ACCOUNT, { apiBase: server.url, deadlineMs: 400 })
  server.next('silence', 'silence')
  await assert.rejects(hasty.open(checkout()), failsAs(/^Stripe: StripeConnectionError/))
})
