import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getInvoice, listInvoices } from '@clinic/contract/invoices.ts'
import { getPayment, listPayments, recordPayment } from '@clinic/contract/payments.ts'
import type { Practice } from '../../test/support/app/harness.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { issueInvoice, moneyMismatches } from '../../test/support/clinic/money.ts'
import { openTreasury } from '../domain/books/treasury.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, patient, api } = practice

const CARD = { type: 'CARD' } as const
const eventsAbout = async (id: string) =>
  (
    await app.sql<{ type: string; data: Record<string, unknown>; previous_attributes: unknown }>(
      "select type, data, previous_attributes from event where data->>'id' = $1 order by created_at, id",
      [id],
    )
  ).map(({ type, data, previous_attributes: before }) => ({ type, data, before }))

test('a payment moves the invoice, fires payment.created and invoice.paid, and enters the books silently', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 402.5)
  const { status, body } = await api.call(recordPayment, { ...CARD, invoiceId, amount: 100, reference: 'POS 17' })
  assert.equal(status, 201)
  const { data: payment } = body
  assert.deepEqual(
    [payment.amount, payment.type, payment.invoiceId, payment.patientId, payment.balance, payment.refunded],
    [100, 'CARD', invoiceId, patient.id, 0, false],
  )
  const { data: invoice } = (await api.call(getInvoice, { id: invoiceId })).body
  assert.deepEqual([invoice.paid, invoice.pendingPayment, invoice.paidInFull], [100, 302.5, false])
  const branchId = branch.id
  assert.deepEqual(await eventsAbout(payment.id), [
    {
      type: 'payment.created',
      data: {
        id: payment.id,
        object: 'payment',
        branchId,
        amount: 100,
        type: 'CARD',
        invoiceId,
        patientId: patient.id,
      },
      before: null,
    },
  ])
  const facts = { id: invoiceId, object: 'invoice', branchId, total: 402.5, patientId: patient.id }
  assert.deepEqual((await eventsAbout(invoiceId)).slice(1), [
    { type: 'invoice.paid', data: { ...facts, paid: 100, paidInFull: false }, before: { paid: 0 } },
  ])
  const booked = await app.sql('select income.amount_minor, type from income join payment on payment.id = payment_id')
  assert.deepEqual(booked, [{ amount_minor: 10_000, type: 'CARD' }])
  assert.deepEqual(await app.sql("select from event where type = 'income.created'"), [])
})

test('the payment that settles an invoice says so', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 10)
  await api.call(recordPayment, { ...CARD, invoiceId, amount: 4 })
  await api.call(recordPayment, { ...CARD, invoiceId, amount: 6 })
  const [, , last] = await eventsAbout(invoiceId)
  assert.deepEqual(last?.before, { paid: 4, paidInFull: false })
  assert.equal(last?.data.paidInFull, true)
})

test('refuses more than is still to be paid, and anything on a paid invoice', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 50)
  const tooMuch = await api.call(recordPayment, { ...CARD, invoiceId, amount: 50.01 })
  assert.deepEqual([tooMuch.status, tooMuch.body.error.code], [422, 'amount_exceeds_pending'])
  assert.deepEqual(tooMuch.body.error.details, { pending: 50 })
  assert.equal((await api.call(recordPayment, { ...CARD, invoiceId, amount: 50 })).status, 201)
  const again = await api.call(recordPayment, { ...CARD, invoiceId, amount: 1 })
  assert.deepEqual([again.status, again.body.error.code], [422, 'amount_exceeds_pending'])
  assert.deepEqual(again.body.error.details, { pending: 0 })
})

test('leaves the insurer’s share to the insurer', async () => {
  const lines = [{ name: 'Crown', unitMinor: 10_000, taxPercent: 15, insurancePercent: 80 }]
  const { id: invoiceId } = await issueInvoice(app, practice, 0, { lines })
  const { data } = (await api.call(getInvoice, { id: invoiceId })).body
  assert.deepEqual([data.total, data.tax, data.insurance, data.pendingPayment], [115, 15, 92, 23])
  assert.equal((await api.call(recordPayment, { ...CARD, invoiceId, amount: 23.01 })).status, 422)
  const paid = await api.call(recordPayment, { ...CARD, invoiceId, amount: 23 })
  assert.deepEqual([paid.status, paid.body.data.tax], [201, 3])
})

for (const type of ['BALANCE', 'INSURANCE']) {
  test(`does not take ${type} from a plugin`, async () => {
    const { id: invoiceId } = await issueInvoice(app, practice, 50)
    const { status, body } = await api.post('/payments', { invoiceId, amount: 5, type })
    assert.deepEqual(
      [status, body.error.code, body.error.details?.issues?.[0]?.path],
      [400, 'validation_failed', '/type'],
    )
  })
}

const refusedAmount = async (of: Practice, amount: number) => {
  const { id: invoiceId } = await issueInvoice(app, of, 50)
  const { status, body } = await of.api.call(recordPayment, { ...CARD, invoiceId, amount })
  return [status, body.error?.code, body.error?.details?.issues?.[0]?.path]
}

test('takes no more decimals than the currency has: two in riyals, three in dinars', async () => {
  const REFUSED = [400, 'validation_failed', '/amount']
  for (const amount of [0.001, 10.005, 1e-9]) assert.deepEqual(await refusedAmount(practice, amount), REFUSED)
  const kuwait = await inKuwait()
  assert.deepEqual(await refusedAmount(kuwait, 0.0001), REFUSED)
  const { id: invoiceId } = await issueInvoice(app, kuwait, 1.234)
  const { body } = await kuwait.api.call(recordPayment, { ...CARD, invoiceId, amount: 1.233 })
  assert.equal(body.data.amount, 1.233)
  assert.equal((await kuwait.api.call(getInvoice, { id: invoiceId })).body.data.pendingPayment, 0.001)
  assert.deepEqual(await moneyMismatches(app, kuwait.clinic.company_id), [])
})

async function inKuwait(): Promise<Practice> {
  const abroad = await app.practice()
  await app.sql("update clinic set currency = 'KWD', country = 'KW', tax_percent = 0 where company_id = $1", [
    abroad.clinic.company_id,
  ])
  return { ...abroad, clinic: { ...abroad.clinic, currency: 'KWD', country: 'KW', tax_percent: 0 } }
}

test('of 30 simultaneous payments of a tenth, ten succeed and the rest are refused', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 100)
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => api.call(recordPayment, { ...CARD, invoiceId, amount: 10 })),
  )
  const outcomes = answers.map(({ status, body }) => `${status} ${body.error?.code ?? 'recorded'}`).sort()
  assert.deepEqual(outcomes, [...Array(10).fill('201 recorded'), ...Array(20).fill('422 amount_exceeds_pending')])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('a payment retried with its key is not taken twice, even after the stored answer is gone', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 100)
  const send = () => api.call(recordPayment, { ...CARD, invoiceId, amount: 60 }, { key: 'the same' })
  const first = await send()
  const replayed = await send()
  assert.deepEqual([replayed.status, replayed.text], [201, first.text])
  assert.equal(replayed.headers.get('idempotent-replay'), 'true')
  await app.sql("delete from idempotency_record where key = 'the same'")
  const late = await send()
  assert.deepEqual([late.status, late.body.error.code], [409, 'idempotency_conflict'])
  assert.deepEqual(await app.sql('select id from payment where invoice_id = $1', [invoiceId]), [
    { id: first.body.data.id },
  ])
})

test('the late retry of a payment that settled its invoice is told so, not that the invoice is paid', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 100)
  const send = () => api.call(recordPayment, { ...CARD, invoiceId, amount: 100 }, { key: 'all of it' })
  await send()
  await app.sql("delete from idempotency_record where key = 'all of it'")
  assert.deepEqual([(await send()).status], [409])
})

test('the same key of two installations is two payments', async () => {
  const { id: invoiceId } = await issueInvoice(app, practice, 100)
  const other = app.api((await app.installation(clinic)).token)
  const input = { ...CARD, invoiceId, amount: 10 }
  const one = await api.call(recordPayment, input, { key: 'shared' })
  const two = await other.call(recordPayment, input, { key: 'shared' })
  assert.deepEqual([one.status, two.status], [201, 201])
  assert.notEqual(one.body.data.id, two.body.data.id)
})

const treasuryOf = async (paymentId: string) =>
  (await app.sql<{ treasury_id: string | null }>('select treasury_id from payment where id = $1', [paymentId]))[0]
    ?.treasury_id

test('routes money to the default treasury of branch and type, else to the clinic’s, unless one is named', async () => {
  const here = await app.practice()
  const open = (name: string, type: 'CASH' | 'POS' | 'BANK', branchId: string | null, isDefault = true) =>
    app.write(here.clinic, tx => openTreasury(tx, { name, type, branchId, isDefault }))
  const drawer = await open('Drawer', 'CASH', here.branch.id)
  await open('Safe', 'CASH', null)
  const bank = await open('Bank', 'BANK', null)
  const spare = await open('Spare drawer', 'CASH', here.branch.id, false)
  const { id: invoiceId } = await issueInvoice(app, here, 100)
  const pay = async (input: { type: 'CASH' | 'CARD' | 'CHEQUE'; treasuryId?: string }) =>
    treasuryOf((await here.api.call(recordPayment, { invoiceId, amount: 1, ...input })).body.data.id)
  assert.equal(await pay({ type: 'CASH' }), drawer.id)
  assert.equal(await pay({ type: 'CHEQUE' }), bank.id)
  assert.equal(await pay({ type: 'CARD' }), null)
  assert.equal(await pay({ type: 'CARD', treasuryId: spare.id }), spare.id)
})

test('a treasury that is unknown, another clinic’s or not in use takes no money', async () => {
  const elsewhere = await app.practice()
  const { id: foreign } = await app.write(elsewhere.clinic, tx => openTreasury(tx, { name: 'Theirs', type: 'CASH' }))
  const { id: closed } = await app.write(clinic, tx => openTreasury(tx, { name: 'Closed', type: 'CASH' }))
  await app.sql('update treasury set active = false where id = $1', [closed])
  const { id: invoiceId } = await issueInvoice(app, practice, 100)
  const pay = async (treasuryId: string) =>
    (await api.call(recordPayment, { ...CARD, invoiceId, amount: 1, treasuryId })).body.error
  assert.deepEqual((await pay(foreign)).details, { resource: 'treasury' })
  assert.deepEqual((await pay('tre_unknown')).details, { resource: 'treasury' })
  assert.equal((await pay(closed)).details?.issues?.[0]?.path, '/treasuryId')
})

test('does not reveal another clinic’s invoices and payments', async () => {
  const elsewhere = await app.practice()
  const { id: invoiceId } = await issueInvoice(app, elsewhere, 10)
  const { data: payment } = (await elsewhere.api.call(recordPayment, { ...CARD, invoiceId, amount: 1 })).body
  assert.equal((await api.call(getInvoice, { id: invoiceId })).status, 404)
  assert.equal((await api.call(getPayment, { id: payment.id })).status, 404)
  const paying = await api.call(recordPayment, { ...CARD, invoiceId, amount: 1 })
  assert.deepEqual([paying.status, paying.body.error.details], [404, { resource: 'invoice' }])
  const seen = await Promise.all([api.all(listInvoices, {}), api.all(listPayments, {})])
  assert.deepEqual(
    seen.flat().filter(({ patientId }) => patientId === elsewhere.patient.id),
    [],
  )
})

test('lists by branch and patient, newest first', async () => {
  const here = await app.practice()
  const elsewhere = await app.branch(here.clinic)
  const other = await app.patient(elsewhere)
  const ids: string[] = []
  for (const wishes of [{}, { branchId: elsewhere.id }, { patientId: other.id }])
    ids.unshift((await issueInvoice(app, here, 10, wishes)).id)
  const listed = async (query: object) => (await here.api.all(listInvoices, query)).map(({ id }) => id)
  assert.deepEqual(await listed({}), ids)
  assert.deepEqual(await listed({ branchId: elsewhere.id }), [ids[1]])
  assert.deepEqual(await listed({ patientId: other.id }), [ids[0]])
})
