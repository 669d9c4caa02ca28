import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOYASAR_ACCOUNT, moyasarServer } from '../../../test/support/servers/moyasar-server.ts'
import { type Checkout, GatewayError } from '../../domain/billing/payment-gateway.ts'
import { moyasarGateway } from './moyasar.ts'

const server = await moyasarServer()
const gateway = moyasarGateway(MOYASAR_ACCOUNT, { apiBase: server.url, deadlineMs: 20_000 })

let count = 0
const checkout = (changes: Partial<Checkout> = {}): Checkout => ({
  id: `opy_${++count}`,
  attempt: 1,
  repeated: false,
  amountMinor: 40_250,
  currency: 'SAR',
  description: 'Invoice 7 · Clinic',
  returnUrl: 'https://clinic.example/pay/x?back=1',
  callbackUrl: 'https://clinic.example/callbacks/payments/moyasar/cli_1',
  expiresAt: '2026-11-21T09:00:00.000Z',
  ...changes,
})
const read = ({ body }: { body: string }) => gateway.read({ headers: {}, body: Buffer.from(body) })
const failsAs = (pattern: RegExp) => (error: unknown) =>
  error instanceof GatewayError && pattern.test(error.message) && !error.message.includes('sk_')

test('makes an invoice over the amount in the smallest unit, with our id and where to tell and come back to', async () => {
  const wanted = checkout()
  const { reference, url } = await gateway.open(wanted)
  assert.equal(reference, server.invoices.at(-1)?.id)
  assert.match(url, /^https:\/\/checkout\.moyasar\.com\//)
  assert.deepEqual(JSON.parse(server.asked.at(-1)?.body ?? ''), {
    amount: 40_250,
    currency: 'SAR',
    description: wanted.description,
    callback_url: wanted.callbackUrl,
    success_url: wanted.returnUrl,
    back_url: wanted.returnUrl,
    expired_at: wanted.expiresAt,
    metadata: { online_payment: wanted.id, checkout: `${wanted.id}-1` },
  })
})

test('finds the invoice of an attempt whose outcome was unknown, instead of making a second', async () => {
  const wanted = checkout()
  const first = await gateway.open(wanted)
  const made = server.invoices.length
  assert.deepEqual(await gateway.open({ ...wanted, repeated: true }), first)
  assert.equal(server.invoices.length, made)
  await gateway.open(checkout({ repeated: true }))
  assert.equal(server.invoices.length, made + 1, 'it had not been made')
})

test('a webhook names an invoice and proves that it is from Moyasar; a notice only names it', async () => {
  const { reference } = await gateway.open(checkout())
  const invoice = server.invoices.at(-1)
  const paid = server.pay(invoice)
  assert.deepEqual(await read(paid), { reference })
  assert.deepEqual(await read(server.notice(invoice)), { reference })
  for (const token of ['', 'another', MOYASAR_ACCOUNT.webhookSecret.slice(1)])
    assert.equal(await read(server.webhook('payment_paid', { invoice_id: reference }, token)), 'forged')
  assert.equal(await read(server.webhook('payout_paid', { id: 'x' })), 'nothing')
  for (const body of ['', 'no json', '[]', '{}']) assert.equal(await read({ body }), 'nothing')
})

test('looks at how an invoice stands, with its fee and transaction', async () => {
  const { id } = checkout()
  const { reference } = await gateway.open(checkout({ id }))
  const invoice = server.invoices.at(-1)
  const news = { id, reference, amountMinor: 40_250, currency: 'SAR' }
  assert.deepEqual(await gateway.retrieve(reference), { ...news, outcome: 'PENDING' })
  server.pay(invoice)
  const transaction = { transactionId: `pay-of-${reference}`, feesMinor: 175 }
  assert.deepEqual(await gateway.retrieve(reference), { ...news, ...transaction, outcome: 'SUCCESS' })
  server.giveBack(invoice)
  assert.deepEqual(await gateway.retrieve(reference), { ...news, ...transaction, outcome: 'REFUND' })
})

for (const status of ['failed', 'canceled', 'expired'] as const) {
  test(`an invoice that is ${status} has failed`, async () => {
    const { reference } = await gateway.open(checkout())
    server.end(server.invoices.at(-1), status)
    assert.equal((await gateway.retrieve(reference))?.outcome, 'FAILED')
  })
}

test('an invoice of the account that is not ours is nothing', async () => {
  const { reference } = await gateway.open(checkout())
  Object.assign(server.invoices.at(-1) ?? {}, { metadata: {} })
  assert.equal(await gateway.retrieve(reference), undefined)
})

test('gives back once, however often it is asked, and nothing that was not paid', async () => {
  const wanted = checkout()
  const { reference } = await gateway.open(wanted)
  await assert.rejects(gateway.refund(reference, wanted), failsAs(/not paid/))
  server.pay(server.invoices.at(-1))
  await gateway.refund(reference, wanted)
  await gateway.refund(reference, wanted)
  assert.equal(server.asked.filter(({ path }) => path.endsWith('/refund')).length, 1)
})

test('a refusal says its kind, and no secret', async () => {
  await assert.rejects(gateway.open(checkout({ amountMinor: 99 })), failsAs(/^Moyasar: invalid_request_error 400$/))
  const stranger = moyasarGateway(
    { ...MOYASAR_ACCOUNT, secretKey: 'sk_test_no' },
    { apiBase: server.url, deadlineMs: 20_000 },
  )
  await assert.rejects(stranger.retrieve('x'), failsAs(/^Moyasar: authentication_error 401$/))
  server.next({ status: 500, body: 'oops' }, { body: 'no invoice' }, { body: { id: 'x' } })
  await assert.rejects(gateway.open(checkout()), failsAs(/^Moyasar: error 500$/))
  await assert.rejects(gateway.open(checkout()), failsAs(/^Moyasar: error 200$/))
  await assert.rejects(gateway.open(checkout()), failsAs(/no page/))
})

test('gives up within the deadline when there is no answer, or the connection breaks', {
  timeout: 20_000,
}, async () => {
  const hasty = moyasarGateway(MOYASAR_ACCOUNT, { apiBase: server.url, deadlineMs: 300 })
  server.next('silence', 'cut')
  await assert.rejects(hasty.open(checkout()), failsAs(/^Moyasar: TimeoutError$/))
  await assert.rejects(hasty.open(checkout()), failsAs(/^Moyasar: \w+$/))
})
