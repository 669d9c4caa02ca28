import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { localDate } from '../../kernel/values/zone.ts'
import type { PaymentRow } from './payment-row.ts'

/** The clinic's date at the instant of the transaction. */
export const today = (tx: Tx): string => localDate(Date.parse(tx.now), tx.clinic.timeZone)

interface BookEntry {
  name: string
  /** Takes back what the payment's first entry said. */
  reversal?: boolean
}

/** Enters a payment, or its refund, into the books. Silently: it is the payment that is told of (contract section 8). */
export async function addIncome(tx: Tx, payment: PaymentRow, { name, reversal = false }: BookEntry): Promise<void> {
  tx.add('income', {
    id: newId('inc', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('income'),
    name,
    category: reversal ? 'Refund' : 'Payment',
    amount_minor: reversal ? -payment.amount_minor : payment.amount_minor,
    payment_id: payment.id,
    treasury_id: payment.treasury_id,
    branch_id: payment.branch_id,
    date: today(tx),
  })
}
