import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPayment } from '@clinic/contract/payments.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { issueInvoice, moneyMismatches } from '../../../test/support/clinic/money.ts'
import type { Refusal } from '../../kernel/errors.ts'
import { payFromCredit } from './pay-from-credit.ts'
import { recordPayment } from './record-payment.ts'
import { refundPayment } from './refund-payment.ts'
import { takeDeposit } from './take-deposit.ts'

const app = await startApp()
const practice = await app.practice()
const { clinic, branch, patient, api } = practice

const pay = (invoiceId: string, amount: number) =>
  app.write(clinic, tx => recordPayment(tx, { invoiceId, amount, type: 'CASH' }))
const refund = (id: string) => app.write(clinic, tx => refundPayment(tx, { id }))
const eventsSince = (ids: string[]) =>
  app.sql<{ type: string; paid: number | null; before: unknown }>(
    `select type, (data->>'paid')::numeric as paid, previous_attributes as before from event
     where data->>'id' = any($1) and type in ('payment.refunded', 'invoice.updated') order by created_at, id`,
    [ids],
  )

test('a refund opens the invoice again, leaves the books and fires payment.refunded and invoice.updated', async () => {
  const invoice = await issueInvoice(app, practice, 100)
  await pay(invoice.id, 40)
  const { id } = await pay(invoice.id, 60)
  await refund(id)
  const { data } = (await api.call(getPayment, { id })).body
  assert.deepEqual([data.refunded, data.refundedAt === null, data.amount], [true, false, 60])
  assert.deepEqual(await eventsSince([id, invoice.id]), [
    { type: 'payment.refunded', paid: null, before: null },
    { type: 'invoice.updated', paid: 40, before: { paid: 100, paidInFull: true } },
  ])
  const booked = await app.sql('select amount_minor from income where payment_id = $1 order by amount_minor', [id])
  assert.deepEqual(booked, [{ amount_minor: -6_000 }, { amount_minor: 6_000 }])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('a payment is refunded once, also by two at the same time', async () => {
  const invoice = await issueInvoice(app, practice, 100)
  const { id } = await pay(invoice.id, 100)
  await Promise.all([refund(id), refund(id), refund(id)])
  assert.equal((await eventsSince([id])).length, 1)
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})

test('what was refunded can be paid again', async () => {
  const invoice = await issueInvoice(app, practice, 100)
  await refund((await pay(invoice.id, 100)).id)
  assert.equal((await pay(invoice.id, 100)).applied_minor, 10_000)
})

test('a deposit is credit; it is given back only while it was not used', async () => {
  const deposit = await app.write(clinic, tx =>
    takeDeposit(tx, { patientId: patient.id, branchId: branch.id, amountMinor: 8_000, type: 'CASH' }),
  )
  assert.deepEqual([deposit.invoice_id, deposit.balance_minor, deposit.applied_minor], [null, 8_000, 0])
  const { id: invoiceId } = await issueInvoice(app, practice, 50)
  const used = await app.write(clinic, tx => payFromCredit(tx, { invoiceId }))
  await assert.rejects(refund(deposit.id), (error: Refusal) => error.code === 'insufficient_credit')
  await refund(used.id)
  await refund(deposit.id)
  assert.deepEqual(await app.sql('select balance_minor from patient where id = $1', [patient.id]), [
    { balance_minor: 0 },
  ])
  assert.deepEqual(await moneyMismatches(app, clinic.company_id), [])
})
