import type { Input } from '@clinic/contract/kernel.ts'
import type { recordPayment as declared } from '@clinic/contract/payments.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { toMajor } from '../../../kernel/values/money.ts'
import { recordPayment } from '../../billing/record-payment.ts'
import { refundPayment } from '../../billing/refund-payment.ts'
import { enterExpense } from '../../books/expense.ts'
import { enterIncome } from '../../books/income.ts'
import { changeInvoice } from '../../invoicing/change-invoice.ts'
import { fitting, newest } from '../fitting.ts'
import { aWorkplace } from '../people.ts'
import { triggers } from '../trigger.ts'
import { anUnpaidInvoice, billDoneWork, inMinor } from './billed.ts'

const refundable = newest(
  'payment',
  "t.refunded_at is null and t.type not in ('INSURANCE', 'BALANCE') and t.applied_minor > 0 and t.balance_minor = 0",
)

/** Pays what is still to be paid on an invoice, unless told. */
async function pay(tx: Tx, set: Partial<Input<typeof declared>>) {
  const invoiceId = await anUnpaidInvoice(tx, set.invoiceId)
  const { pending_minor } = await tx.get('invoice', invoiceId)
  return recordPayment(tx, { amount: toMajor(pending_minor, tx.clinic.currency), type: 'CASH', ...set, invoiceId })
}

export const moneyTriggers = triggers({
  'invoice.created': async (tx, { patientId }) => billDoneWork(tx, patientId),
  'invoice.updated': async (tx, { id, discount = 1 }) => {
    const invoice = await tx.get('invoice', await anUnpaidInvoice(tx, id))
    const discountMinor = (invoice.whole_discount_minor ?? 0) + inMinor(tx, discount)
    return changeInvoice(tx, { id: invoice.id, discountMinor })
  },
  'invoice.paid': pay,
  'payment.created': pay,
  'payment.refunded': async (tx, { id }) =>
    refundPayment(tx, { id: await fitting(tx, id, refundable, () => pay(tx, {})) }),
  'expense.created': async (tx, { name = 'Gloves (invented)', total = 50 }) => {
    const { branchId } = await aWorkplace(tx)
    return enterExpense(tx, { name, category: 'Supplies', totalMinor: inMinor(tx, total), branchId })
  },
  'income.created': async (tx, { name = 'Room rent (invented)', amount = 100 }) => {
    const { branchId } = await aWorkplace(tx)
    return enterIncome(tx, { name, category: 'Other', amountMinor: inMinor(tx, amount), branchId })
  },
})
