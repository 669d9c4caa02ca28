import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getClinicInvoice, issueInvoice } from '@clinic/contract/staff/invoices.ts'
import { getClinicPayment, refundClinicPayment } from '@clinic/contract/staff/payments.ts'
import { payInvoice, takeClinicDeposit } from '@clinic/contract/staff/tenders.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { issueInvoice as bill, moneyMismatches } from '../../test/support/clinic/money.ts'
import { eventsOf } from '../../test/support/clinic/online-payments.ts'
import { staffClient, staffMember } from '../../test/support/staff/scene.ts'
import { recordPayment } from '../domain/billing/record-payment.ts'
import { enterExpense } from '../domain/books/expense.ts'
import { addTreasury } from '../domain/books/kept-treasuries.ts'
import { newId } from '../kernel/values/ids.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, doctor, patient } = practice

async function as(role: string, practitioner?: { id: string } | null) {
  const { cookie } = await staffMember(app, clinic, role, practitioner)
  return staffClient(app, () => cookie)
}
const [cashier, accountant, limited] = [
  await as('receptionist'),
  await as('accountant'),
  await as('receptionist', doctor),
]
const types = async (invoiceId: string) => (await eventsOf(app, invoiceId)).map(([type]) => type)
const refusal = ({ status, body }: { status: number; body: { error: { code: string; details?: object } } }) => [
  ...[status, body.error.code],
  body.error.details,
]
const left = async (id: string) => (await cashier.call(getClinicInvoice, { id })).body.data.pendingPayment

test('an invoice is paid in several ways at the same time, the credit of the patient among them: all of them or none', async () => {
  const saver = await app.patient(branch)
  const { id } = await bill(app, practice, 100, { patientId: saver.id })
  const deposit = { patientId: saver.id, branchId: branch.id, type: 'CASH' as const, amount: 30 }
  const paid = await cashier.call(takeClinicDeposit, deposit)
  assert.deepEqual([paid.status, paid.body.data.balance, paid.body.data.invoiceId], [201, 30, null])
  const pay = (credit: number) =>
    cashier.call(payInvoice, {
      id,
      tenders: [
        { type: 'CARD', amount: 20, reference: 'POS 17' },
        { type: 'CREDIT', amount: credit },
      ],
    })
  assert.deepEqual(refusal(await pay(30.01)), [422, 'insufficient_credit', { available: 30 }])
  assert.equal(await left(id), 100)
  const { status, body } = await pay(30)
  assert.deepEqual([status, body.data.paid, body.data.pendingPayment], [201, 50, 50])
  assert.deepEqual(body.data.payments.map(({ type, amount, reference }) => [type, amount, reference]).sort(), [
    ['BALANCE', 30, null],
    ['CARD', 20, 'POS 17'],
  ])
  assert.deepEqual(await types(id), [
    'invoice.created',
    ...['payment.created', 'invoice.paid', 'payment.created', 'invoice.paid'],
  ])
})

test('more than is left is refused with what is left, unless it is to become credit; a paid invoice takes nothing', async () => {
  const giver = await app.patient(branch)
  const { id } = await bill(app, practice, 100, { patientId: giver.id })
  const tenders = [
    { type: 'CASH' as const, amount: 70 },
    { type: 'CASH' as const, amount: 50 },
  ]
  assert.deepEqual(refusal(await cashier.call(payInvoice, { id, tenders })), [
    ...[422, 'amount_exceeds_pending', { pending: 100 }],
  ])
  const { body } = await cashier.call(payInvoice, { id, tenders, excess: 'CREDIT' })
  assert.deepEqual([body.data.state, body.data.payments.map(({ balance }) => balance).sort()], ['PAID', [0, 20]])
  assert.deepEqual(body.data.allowed, [])
  const forCredit = await bill(app, practice, 100, { patientId: giver.id, balanceInvoice: true })
  const over = await cashier.call(payInvoice, { id: forCredit.id, tenders, excess: 'CREDIT' })
  assert.deepEqual(refusal(over), [422, 'amount_exceeds_pending', { pending: 100 }])
  const again = await cashier.call(payInvoice, { id, tenders, excess: 'CREDIT' })
  assert.deepEqual(refusal(again).slice(0, 2), [422, 'invoice_already_paid'])
})

test('of twenty cashiers who take the rest of one invoice at the same time, one does', async () => {
  const { id } = await bill(app, practice, 100)
  const tenders = [{ type: 'CASH' as const, amount: 100 }]
  const answers = await Promise.all(Array.from({ length: 20 }, () => cashier.call(payInvoice, { id, tenders })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 19 }, () => 422)])
})

test('a draft is paid only once it is issued, and issued once', async () => {
  const { id } = await bill(app, practice, 100, { release: false })
  const tenders = [{ type: 'CASH' as const, amount: 100 }]
  assert.deepEqual((await cashier.call(getClinicInvoice, { id })).body.data.allowed, ['ISSUE', 'EDIT'])
  assert.deepEqual(refusal(await cashier.call(payInvoice, { id, tenders })), [
    ...[409, 'invalid_state_transition', { from: 'DRAFT', to: 'PAID' }],
  ])
  const { body } = await cashier.call(issueInvoice, { id })
  assert.deepEqual([body.data.state, body.data.allowed], ['OPEN', ['PAY', 'EDIT']])
  assert.deepEqual(refusal(await cashier.call(issueInvoice, { id })).slice(0, 2), [409, 'invalid_state_transition'])
  assert.equal((await cashier.call(payInvoice, { id, tenders })).body.data.state, 'PAID')
  assert.deepEqual(await types(id), ['invoice.created', 'invoice.updated', 'payment.created', 'invoice.paid'])
})

test('a payment is given back once, for a reason that is kept; its invoice is open again', async () => {
  const { id: invoiceId } = await bill(app, practice, 100)
  const tenders = [{ type: 'CARD' as const, amount: 100 }]
  const [payment] = (await cashier.call(payInvoice, { id: invoiceId, tenders })).body.data.payments
  const { id = '' } = payment ?? {}
  const allowed = async (client: typeof cashier) => (await client.call(getClinicPayment, { id })).body.data.allowed
  assert.deepEqual([await allowed(cashier), await allowed(accountant)], [[], ['REFUND']])
  const refund = () => accountant.call(refundClinicPayment, { id, reason: 'Was not done' })
  const { status, body } = await refund()
  assert.deepEqual([status, body.data.refunded, body.data.refundReason], [201, true, 'Was not done'])
  assert.equal(await left(invoiceId), 100)
  assert.deepEqual(refusal(await refund()), [409, 'invalid_state_transition', { from: 'REFUND', to: 'REFUND' }])
  assert.deepEqual((await types(invoiceId)).slice(-2), ['payment.refunded', 'invoice.updated'])
})

test('credit that was used, cash that is not there and what came through a gateway are not given back', async () => {
  const user = await app.patient(branch)
  const said = { name: 'Drawer', type: 'CASH' as const, branchId: branch.id, isDefault: true }
  const drawer = await app.write(clinic, tx => addTreasury(tx, said))
  const deposit = { patientId: user.id, branchId: branch.id, type: 'CASH' as const, amount: 30 }
  const { id } = (await cashier.call(takeClinicDeposit, deposit)).body.data
  const invoice = await bill(app, practice, 100, { patientId: user.id })
  await cashier.call(payInvoice, { id: invoice.id, tenders: [{ type: 'CREDIT', amount: 10 }] })
  const refund = (of: string) => accountant.call(refundClinicPayment, { id: of, reason: 'Asked for it' })
  assert.deepEqual(refusal(await refund(id)), [422, 'insufficient_credit', { available: 20 }])

  const cash = await app.write(clinic, tx => recordPayment(tx, { invoiceId: invoice.id, amount: 40, type: 'CASH' }))
  const spent = { name: 'Taxi', branchId: branch.id, totalMinor: 6_000, treasuryId: drawer.id }
  await app.write(clinic, tx => enterExpense(tx, spent))
  assert.deepEqual(refusal(await refund(cash.id)), [
    ...[422, 'treasury_short', { treasuryId: drawer.id, available: 10 }],
  ])

  await app.insert('online_payment', {
    ...{ company_id: clinic.company_id, id: newId('opy'), created_at: cash.created_at, updated_at: cash.created_at },
    ...{ invoice_id: invoice.id, branch_id: branch.id, amount_minor: 4_000, provider: 'sandbox', status: 'SUCCESS' },
    ...{ link_token: 'a token', paid_at: cash.created_at, payment_id: cash.id },
  })
  assert.deepEqual(refusal(await refund(cash.id)), [
    ...[409, 'invalid_state_transition', { from: 'ONLINE', to: 'REFUND' }],
  ])
})

test('who sees one branch takes no money into a treasury of another', async () => {
  const other = await app.branch(clinic)
  const there = await app.write(clinic, tx => addTreasury(tx, { name: 'There', type: 'CASH', branchId: other.id }))
  const { id } = await bill(app, practice, 100, { patientId: patient.id })
  const tenders = [{ type: 'CASH' as const, amount: 10, treasuryId: there.id }]
  assert.deepEqual(refusal(await limited.call(payInvoice, { id, tenders })), [
    404,
    'not_found',
    { resource: 'treasury' },
  ])
  assert.equal((await cashier.call(payInvoice, { id, tenders })).status, 201)
})

test('after all of that, every invoice, patient and book adds up', async () => {
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})
