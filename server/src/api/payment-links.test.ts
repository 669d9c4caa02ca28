import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getInvoice } from '@clinic/contract/invoices.ts'
import { createPaymentLink, getOnlinePayment, listOnlinePayments } from '@clinic/contract/online-payments.ts'
import { listPayments, recordPayment } from '@clinic/contract/payments.ts'
import { type Practice, startApp } from '../../test/support/app/harness.ts'
import { issueInvoice, moneyMismatches } from '../../test/support/clinic/money.ts'
import { eventsOf, payerAt, payingOnline } from '../../test/support/clinic/online-payments.ts'

const app = await startApp()
const practice = await app.practice()
await payingOnline(app, practice.clinic)
const { api } = practice

const link = async (price = 402.5, of: Practice = practice) => {
  const { id: invoiceId } = await issueInvoice(app, of, price)
  const { status, body } = await of.api.call(createPaymentLink, { invoiceId })
  assert.equal(status, 201)
  return body.data
}
const statusOf = async (id: string) => (await api.call(getOnlinePayment, { id })).body.data

test('makes a link over what is pending, and over a part of it', async () => {
  const whole = await link()
  assert.deepEqual(
    [whole.status, whole.amount, whole.provider, whole.paidAt, whole.paymentId],
    ['CREATED', 402.5, 'sandbox', null, null],
  )
  assert.match(String(whole.paymentLink), /^http:\/\/localhost:\d+\/pay\/[0-9a-f]{32}$/)
  const part = await api.call(createPaymentLink, { invoiceId: whole.invoiceId, amount: 2.5 })
  assert.equal(part.body.data.amount, 2.5)
  const listed = await api.all(listOnlinePayments, { invoiceId: whole.invoiceId, status: 'CREATED' })
  assert.deepEqual(
    listed.map(({ amount }) => amount),
    [2.5, 402.5],
  )
})

test('a payer who pays settles the invoice once: one payment, one event of each kind', async () => {
  const { id, invoiceId, paymentLink } = await link()
  const payer = payerAt(app, paymentLink)
  const answer = await payer.choose('pay')
  assert.equal(answer.status, 303)
  const paid = await statusOf(id)
  assert.deepEqual([paid.status, paid.paidAt === null, paid.paymentId === null], ['SUCCESS', false, false])
  const { data: invoice } = (await api.call(getInvoice, { id: invoiceId })).body
  assert.deepEqual([invoice.paid, invoice.paidInFull], [402.5, true])
  assert.deepEqual(await eventsOf(app, invoiceId), [
    ['invoice.created', null],
    ['payment.created', null],
    ['invoice.paid', { paid: 0, paidInFull: false }],
    ['onlinepayment.succeeded', { status: 'PENDING', paymentId: null }],
  ])
  for (const choice of ['pay', 'decline', 'cancel']) await payer.choose(choice)
  assert.equal((await eventsOf(app, invoiceId)).length, 4)
  assert.match(await payer.page(), /Thank you/)
})

test('a declined card and a cancelled payment fail once, and the payer may still pay', async () => {
  for (const choice of ['decline', 'cancel']) {
    const { id, invoiceId, paymentLink } = await link()
    const payer = payerAt(app, paymentLink)
    await payer.choose(choice)
    await payer.choose(choice)
    assert.equal((await statusOf(id)).status, 'FAILED')
    await payer.choose('pay')
    assert.equal((await statusOf(id)).status, 'SUCCESS')
    assert.deepEqual(
      (await eventsOf(app, invoiceId)).filter(([type]) => type.startsWith('onlinepayment')),
      [
        ['onlinepayment.failed', { status: 'PENDING' }],
        ['onlinepayment.succeeded', { status: 'FAILED', paymentId: null }],
      ],
    )
  }
})

test('two payers who press at the same time pay once', async () => {
  const { id, paymentLink, invoiceId } = await link()
  const payer = payerAt(app, paymentLink)
  await Promise.all([payer.choose('pay'), payer.choose('pay'), payer.choose('pay')])
  await payer.choose('pay')
  assert.equal((await statusOf(id)).status, 'SUCCESS')
  const payments = (await api.all(listPayments, {})).filter(payment => payment.invoiceId === invoiceId)
  assert.equal(payments.length, 1)
})

test('a link asks for no money that is not owed any more', async () => {
  const { id, invoiceId, paymentLink } = await link(100)
  await api.call(recordPayment, { invoiceId, amount: 40, type: 'CASH' })
  const payer = payerAt(app, paymentLink)
  assert.equal((await payer.get()).status, 410)
  await payer.choose('pay')
  assert.equal((await statusOf(id)).status, 'FAILED')
})

test('refuses a link over more than is pending, over nothing, and with too many decimals', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 10)
  const ask = async (amount?: number) => (await api.call(createPaymentLink, { invoiceId, amount })).body.error
  assert.deepEqual((await ask(10.01)).details, { pending: 10 })
  assert.equal((await ask(1.001)).details?.issues?.[0]?.path, '/amount')
  await api.call(recordPayment, { invoiceId, amount: 10, type: 'CASH' })
  assert.equal((await ask()).code, 'invoice_already_paid')
  assert.equal((await ask(1)).code, 'amount_exceeds_pending')
  const unknown = await api.call(createPaymentLink, { invoiceId: 'inv_unknown' })
  assert.deepEqual([unknown.status, unknown.body.error.details], [404, { resource: 'invoice' }])
})

test('a clinic without a usable provider gets no link', async () => {
  const poor = await app.practice()
  const { id: invoiceId } = await issueInvoice(app, poor, 10)
  const ask = async () => {
    const { status, body } = await poor.api.call(createPaymentLink, { invoiceId })
    return [status, body.error?.code]
  }
  const NONE = [409, 'payment_provider_not_configured']
  assert.deepEqual(await ask(), NONE)
  await payingOnline(app, poor.clinic, { provider: 'stripe', settings: { secretKey: 'sk_live_1' } })
  assert.deepEqual(await ask(), NONE, 'without the secret that its callbacks are signed with')
  await payingOnline(app, poor.clinic, { provider: 'unheard-of', settings: {} })
  assert.deepEqual(await ask(), NONE)
  await payingOnline(app, poor.clinic)
  assert.deepEqual(await ask(), [201, undefined])
})

test('a sandbox clinic uses no account through which real money could move', async () => {
  const twin = await app.practice({ mode: 'TEST' })
  const { id: invoiceId } = await issueInvoice(app, twin, 10)
  const live = { secretKey: 'sk_live_1', webhookSecret: 'whsec_1' }
  for (const provider of ['stripe', 'moyasar']) {
    await payingOnline(app, twin.clinic, { provider, settings: live })
    assert.equal((await twin.api.call(createPaymentLink, { invoiceId })).status, 409)
    await payingOnline(app, twin.clinic, { provider, settings: { ...live, secretKey: 'sk_test_1' } })
    assert.equal((await twin.api.call(createPaymentLink, { invoiceId })).status, 201)
  }
})

test('in production only sandbox clinics can use the gateway that pretends', async () => {
  const strict = await startApp({ SANDBOX_PROVIDERS: 'off' })
  for (const [mode, status] of [
    ['LIVE', 409],
    ['TEST', 201],
  ] as const) {
    const clinicOf = await strict.practice({ mode })
    await payingOnline(strict, clinicOf.clinic)
    const { id: invoiceId } = await issueInvoice(strict, clinicOf, 10)
    assert.equal((await clinicOf.api.call(createPaymentLink, { invoiceId })).status, status)
  }
})

test('a link asked for again with its key is the same link, and after the stored answer is gone none', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 10)
  const ask = () => api.call(createPaymentLink, { invoiceId }, { key: 'one link' })
  const first = await ask()
  assert.equal((await ask()).text, first.text)
  await app.sql("delete from idempotency_record where key = 'one link'")
  assert.deepEqual([(await ask()).status], [409])
  assert.equal((await api.all(listOnlinePayments, { invoiceId })).length, 1)
})

test('does not reveal another clinic’s online payments', async () => {
  const elsewhere = await app.practice()
  await payingOnline(app, elsewhere.clinic)
  const { id } = await link(10, elsewhere)
  assert.equal((await api.call(getOnlinePayment, { id })).status, 404)
  assert.deepEqual(await moneyMismatches(app, elsewhere.clinic.company_id), [])
})
