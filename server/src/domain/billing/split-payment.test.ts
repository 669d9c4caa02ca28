import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPayment } from '@clinic/contract/payments.ts'
import { getClinicInvoice } from '@clinic/contract/staff/invoices.ts'
import { refundClinicPayment } from '@clinic/contract/staff/payments.ts'
import fc from 'fast-check'
import { type Practice, startApp } from '../../../test/support/app/harness.ts'
import { issueInvoice, moneyMismatches } from '../../../test/support/clinic/money.ts'
import { staffClient, staffMember } from '../../../test/support/staff/scene.ts'
import { addTreasury } from '../books/kept-treasuries.ts'
import { payFromCredit } from './pay-from-credit.ts'
import { recordPayment } from './record-payment.ts'
import { partsOf } from './split-payment.ts'
import { takeDeposit } from './take-deposit.ts'
import { takeTenders } from './take-tenders.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch } = practice

async function accountantOf(of: Practice) {
  const { cookie } = await staffMember(app, of.clinic, 'accountant')
  return staffClient(app, () => cookie)
}
const accountant = await accountantOf(practice)
const refund = (id: string, amount: number, more: { treasuryId?: string } = {}) =>
  accountant.call(refundClinicPayment, { id, amount, reason: 'Was not done', ...more })
const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: object } } }) => [
  ...[status, body.error.code],
  body.error.details,
]
const eventsSince = (ids: string[]) =>
  app.sql<object>(
    `select type, data->>'id' as id, (data->>'amount')::numeric as amount, data->>'splitFromId' as of from event
     where data->>'id' = any($1) and type like 'payment.%' order by created_at, id`,
    [ids],
  )
const invoiceOf = async (patientId: string, price: number) => issueInvoice(app, practice, price, { patientId })

test('33.333 of 100.000 KWD refunded: what was not given back sums to what is paid, to the third decimal, tax too', async () => {
  const opened = await app.practice()
  const kuwait = { ...opened, clinic: { ...opened.clinic, currency: 'KWD' } }
  await app.sql("update clinic set currency = 'KWD' where company_id = $1", [kuwait.clinic.company_id])
  const lines = [{ name: 'Care', unitMinor: 95_238, taxPercent: 5 }]
  const { id: invoiceId } = await issueInvoice(app, kuwait, 0, { lines })
  const { id } = await app.write(kuwait.clinic, tx => recordPayment(tx, { invoiceId, amount: 100, type: 'CARD' }))
  const desk = await accountantOf(kuwait)
  const { status, body } = await desk.call(refundClinicPayment, { id, amount: 33.333, reason: 'One of three' })
  assert.deepEqual([status, body.data.amount, body.data.refunded, body.data.splitFromId], [201, 33.333, true, id])
  const { data } = (await desk.call(getClinicInvoice, { id: invoiceId })).body
  const unrefunded = data.payments.filter(({ refunded }) => !refunded)
  assert.deepEqual([data.paid, unrefunded.map(({ amount }) => amount), data.pendingPayment], [66.667, [66.667], 33.333])
  const taxes = data.payments.map(({ tax }) => Math.round(tax * 1_000))
  assert.equal(
    taxes.reduce((sum, tax) => sum + tax, 0),
    4_762,
  )
  const told = data.history.flatMap(({ what, amount }) => (/PAYMENT|REFUND/.test(what) ? [[what, amount]] : []))
  assert.deepEqual(told, [
    ['PAYMENT', 100],
    ['REFUND', 33.333],
  ])
  assert.deepEqual(await moneyMismatches(app, kuwait.clinic.company_id), [])
})

test('a part that is given back is a payment of its own, of the instant of the whole, told of with what it was split off from', async () => {
  const { id: patientId } = await app.patient(branch)
  const { id: invoiceId } = await invoiceOf(patientId, 100)
  const { id } = await app.write(clinic, tx => recordPayment(tx, { invoiceId, amount: 100, type: 'CARD' }))
  const part = (await refund(id, 30)).body.data.id
  const rest = (await refund(id, 70)).body.data
  assert.deepEqual([rest.id, rest.amount, rest.splitFromId], [id, 70, null])
  const [whole, given] = await Promise.all(
    [id, part].map(async of => (await practice.api.call(getPayment, { id: of })).body.data),
  )
  assert.equal(given?.createdAt, whole?.createdAt)
  assert.deepEqual(await eventsSince([id, part]), [
    { type: 'payment.created', id, amount: 100, of: null },
    { type: 'payment.refunded', id: part, amount: 30, of: id },
    { type: 'payment.refunded', id, amount: 70, of: null },
  ])
  assert.deepEqual(refusal(await refund(part, 1)), [409, 'invalid_state_transition', { from: 'REFUND', to: 'REFUND' }])
})

test('the credit that came of a payment goes first, and not below what is left of it', async () => {
  const { id: patientId } = await app.patient(branch)
  const { id: invoiceId } = await invoiceOf(patientId, 60)
  const tenders = [{ type: 'CASH' as const, amountMinor: 10_000 }]
  await app.write(clinic, tx => takeTenders(tx, { invoiceId, tenders, keepsExcess: true }))
  const [{ id = '' } = {}] = (await accountant.call(getClinicInvoice, { id: invoiceId })).body.data.payments
  const { id: other } = await invoiceOf(patientId, 25)
  const used = await app.write(clinic, tx => payFromCredit(tx, { invoiceId: other }))
  assert.deepEqual(refusal(await refund(id, 20)), [422, 'insufficient_credit', { available: 15 }])
  assert.equal((await refund(id, 15)).body.data.balance, 15)
  assert.equal((await accountant.call(getClinicInvoice, { id: invoiceId })).body.data.paid, 60)
  assert.deepEqual((await refund(used.id, 5)).body.data.balance, -5)
  assert.equal((await accountant.call(getClinicInvoice, { id: other })).body.data.paid, 20)
  assert.deepEqual(refusal(await refund(id, 85.01)), [422, 'refund_exceeds_paid', { refundable: 85 }])
})

test('what is given back comes out of the treasury that is named, where it has as much and money moves', async () => {
  const { id: patientId } = await app.patient(branch)
  const said = { type: 'CASH' as const, branchId: branch.id }
  const [from, other] = await Promise.all(
    ['Drawer', 'Safe'].map(name => app.write(clinic, tx => addTreasury(tx, { ...said, name }))),
  )
  const deposit = { patientId, branchId: branch.id, type: 'CASH' as const }
  const taken = (amountMinor: number, treasuryId = '') =>
    app.write(clinic, tx => takeDeposit(tx, { ...deposit, amountMinor, treasuryId }))
  const { id } = await taken(5_000, from?.id)
  await taken(1_200, other?.id)
  const treasuryId = other?.id ?? ''
  const short = refusal(await refund(id, 20, { treasuryId }))
  assert.deepEqual(short, [422, 'treasury_short', { treasuryId, available: 12 }])
  assert.equal((await refund(id, 12, { treasuryId })).status, 201)
  const { id: invoiceId } = await invoiceOf(patientId, 10)
  const used = await app.write(clinic, tx => payFromCredit(tx, { invoiceId }))
  assert.deepEqual(refusal(await refund(used.id, 1, { treasuryId })).slice(0, 2), [400, 'validation_failed'])
  const stranger = await app.practice()
  const foreign = await app.write(stranger.clinic, tx =>
    addTreasury(tx, { ...said, branchId: stranger.branch.id, name: 'Theirs' }),
  )
  assert.equal((await refund(id, 1, { treasuryId: foreign.id })).status, 404)
})

test('of a payment, parts are given back at the same time until nothing is left', async () => {
  const { id: invoiceId } = await invoiceOf((await app.patient(branch)).id, 100)
  const { id } = await app.write(clinic, tx => recordPayment(tx, { invoiceId, amount: 100, type: 'CARD' }))
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund(id, 30)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 422, 422, 422, 422, 422])
  assert.deepEqual(refusal(await refund(id, 30)), [422, 'refund_exceeds_paid', { refundable: 10 }])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('both parts of a payment add up to it, and each could be a payment', () => {
  const share = fc.nat(100_000)
  const payment = fc
    .record({ applied: share, credit: share, tax: fc.nat(100), earned_points: fc.nat(1000), isForCredit: fc.boolean() })
    .filter(({ applied, credit, isForCredit }) => applied + (isForCredit ? 0 : credit) > 0)
    .map(({ applied, credit, tax, earned_points, isForCredit }) => {
      const whole = isForCredit && applied > 0 ? { amount_minor: applied, balance_minor: applied } : undefined
      const usual = { amount_minor: applied + credit, balance_minor: credit }
      return {
        ...(whole ?? usual),
        applied_minor: applied,
        tax_minor: Math.floor((applied * tax) / 200),
        earned_points,
      }
    })
  fc.assert(
    fc.property(payment, fc.double({ min: 0, max: 1, noNaN: true }), (whole, share) => {
      const { kept, given } = partsOf(whole, Math.max(1, Math.floor(whole.amount_minor * share)))
      for (const name of ['amount_minor', 'applied_minor', 'balance_minor', 'tax_minor', 'earned_points'] as const)
        assert.equal(kept[name] + given[name], whole[name], name)
      for (const { amount_minor, applied_minor, balance_minor, tax_minor } of [kept, given]) {
        assert.ok(applied_minor >= 0 && tax_minor >= 0 && tax_minor <= applied_minor && balance_minor >= 0)
        assert.ok(
          balance_minor === amount_minor - applied_minor ||
            (applied_minor === amount_minor && balance_minor === amount_minor),
        )
      }
    }),
  )
})
