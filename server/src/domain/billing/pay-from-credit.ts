import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { holdCredit } from './patient-totals.ts'
import type { PaymentRow } from './payment-row.ts'
import { requirePending } from './record-payment.ts'
import { takePayment } from './take-payment.ts'

export interface CreditPayment {
  invoiceId: string
  /** A new one unless told. */
  id?: string
  /** As much as the credit covers unless told. */
  amountMinor?: number
}

/** Pays an invoice out of what the patient paid in advance (type BALANCE), for the clinic's own staff alone. */
export async function payFromCredit(
  tx: Tx,
  { invoiceId, id = newId('pay', Date.parse(tx.now)), amountMinor: wanted }: CreditPayment,
): Promise<PaymentRow> {
  const invoice = await tx.lock('invoice', invoiceId)
  const credit = await holdCredit(tx, invoice.patient_id)
  const amountMinor = wanted ?? Math.min(credit, invoice.pending_minor)
  requirePending(tx, invoice, amountMinor)
  if (invoice.balance_invoice) refuse('invalid_state_transition', { from: 'BALANCE', to: 'BALANCE' })
  if (amountMinor <= 0 || amountMinor > credit) {
    const most = toMajor(Math.max(credit, 0), tx.clinic.currency)
    refuseInput({ path: '/amountMinor', code: 'credit', message: `must be above 0 and at most the credit of ${most}` })
  }
  return takePayment(tx, invoice, { id, type: 'BALANCE', amountMinor, treasuryId: null, reference: null })
}
