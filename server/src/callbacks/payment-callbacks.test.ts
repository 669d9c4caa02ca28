import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from '@clinic/contract/kernel.ts'
import { createPaymentLink, getOnlinePayment, type OnlinePayment } from '@clinic/contract/online-payments.ts'
import { getPayment, recordPayment } from '@clinic/contract/payments.ts'
import { type Practice, startApp } from '../../test/support/app/harness.ts'
import { issueInvoice, moneyMismatches } from '../../test/support/clinic/money.ts'
import { eventsOf, payingOnline, sandboxOf, sendCallback } from '../../test/support/clinic/online-payments.ts'
import type { GatewayOutcome } from '../domain/billing/payment-gateway.ts'
import { refundPayment } from '../domain/billing/refund-payment.ts'
import { openTreasury } from '../domain/books/treasury.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, patient, api } = practice
await payingOnline(app, clinic)
const treasury = await app.write(clinic, tx =>
  openTreasury(tx, { name: 'Gateway', type: 'GATEWAY', branchId: branch.id, isDefault: true }),
)

type Link = Static<typeof OnlinePayment>
const link = async (price = 100): Promise<Link> => {
  const { id: invoiceId } = await issueInvoice(app, practice, price)
  return (await api.call(createPaymentLink, { invoiceId })).body.data
}
const tell = async ({ id, amount }: Link, outcome: GatewayOutcome, of: Practice = practice) =>
  (
    await sendCallback(
      app,
      of.clinic,
      sandboxOf(of.clinic).callback({
        ...{ id, reference: 'any', outcome, amountMinor: amount * 100, currency: 'SAR' },
      }),
    )
  ).status
const statusOf = async ({ id }: Link) => (await api.call(getOnlinePayment, { id })).body.data.status
const finalEvents = async ({ invoiceId }: Link) =>
  (await eventsOf(app, invoiceId)).map(([type]) => type).filter(type => type !== 'invoice.created')

const PAID = ['payment.created', 'invoice.paid', 'onlinepayment.succeeded']
const GIVEN_BACK = ['payment.refunded', 'invoice.updated', 'onlinepayment.refunded']

for (const [outcomes, status, events] of [
  [['SUCCESS', 'SUCCESS', 'SUCCESS'], 'SUCCESS', PAID],
  [['FAILED', 'FAILED'], 'FAILED', ['onlinepayment.failed']],
  [['PENDING', 'PENDING'], 'PENDING', []],
  [['SUCCESS', 'PENDING', 'FAILED'], 'SUCCESS', PAID],
  [['FAILED', 'SUCCESS', 'FAILED'], 'SUCCESS', ['onlinepayment.failed', ...PAID]],
  [['SUCCESS', 'REFUND', 'REFUND', 'SUCCESS'], 'REFUND', [...PAID, ...GIVEN_BACK]],
  [['REFUND', 'SUCCESS'], 'REFUND', [...PAID, ...GIVEN_BACK]],
  [['FAILED', 'PENDING'], 'FAILED', ['onlinepayment.failed']],
] as const) {
  test(`callbacks ${outcomes.join(', ')} end as ${status}, each change sent once`, async () => {
    const payment = await link()
    for (const outcome of outcomes) assert.equal(await tell(payment, outcome), 200)
    assert.equal(await statusOf(payment), status)
    assert.deepEqual(await finalEvents(payment), events)
    assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
  })
}

test('the same callback, sent many times concurrently, is one payment', async () => {
  const payment = await link()
  const statuses = await Promise.all(Array.from({ length: 12 }, () => tell(payment, 'SUCCESS')))
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.deepEqual(await finalEvents(payment), PAID)
})

test('an online payment is a card payment into the gateway’s treasury', async () => {
  const payment = await link()
  await tell(payment, 'SUCCESS')
  const { paymentId } = (await api.call(getOnlinePayment, { id: payment.id })).body.data
  const { data } = (await api.call(getPayment, { id: String(paymentId) })).body
  assert.deepEqual([data.type, data.amount, data.invoiceId, data.balance], ['CARD', 100, payment.invoiceId, 0])
  const [row] = await app.sql('select treasury_id from payment where id = $1', [paymentId])
  assert.deepEqual(row, { treasury_id: treasury.id })
})

test('money for an invoice that was paid meanwhile becomes the patient’s credit', async () => {
  const whole = await link()
  await api.call(recordPayment, { invoiceId: whole.invoiceId, amount: 100, type: 'CASH' })
  const before = await creditOf()
  await tell(whole, 'SUCCESS')
  assert.equal(await statusOf(whole), 'SUCCESS')
  assert.equal(await creditOf(), before + 10_000)
  const part = await link()
  await api.call(recordPayment, { invoiceId: part.invoiceId, amount: 70, type: 'CASH' })
  await tell(part, 'SUCCESS')
  const { paymentId } = (await api.call(getOnlinePayment, { id: part.id })).body.data
  const { data } = (await api.call(getPayment, { id: String(paymentId) })).body
  assert.deepEqual([data.amount, data.balance, data.invoiceId], [100, 70, part.invoiceId])
  assert.equal(await creditOf(), before + 17_000)
  await tell(part, 'REFUND')
  assert.equal(await creditOf(), before + 10_000)
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

const creditOf = async () =>
  Number((await app.sql('select balance_minor from patient where id = $1', [patient.id]))[0]?.balance_minor)

test('a refund that staff made first is not made twice', async () => {
  const payment = await link()
  await tell(payment, 'SUCCESS')
  const { paymentId } = (await api.call(getOnlinePayment, { id: payment.id })).body.data
  await app.write(clinic, tx => refundPayment(tx, { id: String(paymentId) }))
  await tell(payment, 'REFUND')
  assert.deepEqual(await finalEvents(payment), [...PAID, ...GIVEN_BACK])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('a callback over another amount or currency is not taken', async () => {
  const payment = await link()
  const news = { id: payment.id, reference: 'any', outcome: 'SUCCESS', amountMinor: 10_000, currency: 'SAR' } as const
  for (const wrong of [{ amountMinor: 9_999 }, { currency: 'USD' }]) {
    const { status } = await sendCallback(app, clinic, sandboxOf(clinic).callback({ ...news, ...wrong }))
    assert.equal(status, 500)
  }
  assert.equal(await statusOf(payment), 'CREATED')
})

test('refuses callbacks that are unsigned, forged, changed, stale or signed for another clinic', async () => {
  const payment = await link()
  const elsewhere = await app.practice()
  await payingOnline(app, elsewhere.clinic)
  const news = { id: payment.id, reference: 'any', outcome: 'SUCCESS', amountMinor: 10_000, currency: 'SAR' } as const
  const { body, headers } = sandboxOf(clinic).callback(news)
  const signature = headers['sandbox-signature'] ?? ''
  const signed = (value: string) => ({ ...headers, 'sandbox-signature': value })
  const stale = signature.replace(/^t=(\d+)/, (_, time) => `t=${Number(time) - 301}`)
  for (const [what, callback] of Object.entries({
    unsigned: { body, headers: { 'content-type': 'application/json' } },
    forged: { body, headers: signed(signature.replace(/v1=.*/, `v1=${'0'.repeat(64)}`)) },
    stale: { body, headers: signed(stale) },
    changed: { body: body.replace('10000', '10001'), headers },
    foreign: sandboxOf(elsewhere.clinic).callback(news),
    empty: { body: '', headers },
  })) {
    const answer = await sendCallback(app, clinic, callback)
    assert.deepEqual([what, answer.status], [what, 401])
  }
  assert.equal(await tell(payment, 'SUCCESS', elsewhere), 200, 'another clinic knows no such payment')
  assert.equal(await statusOf(payment), 'CREATED')
})

test('there is no endpoint for a clinic or a provider that is not there', async () => {
  const send = async (path: string) => (await fetch(`${app.url}/callbacks/payments/${path}`, { method: 'POST' })).status
  assert.equal(await send('sandbox/cli_unknown'), 404)
  assert.equal(await send(`stripe/${clinic.company_id}`), 404)
  assert.equal(await send(`constructor/${clinic.company_id}`), 404)
})
