import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { namedTreasury } from '../books/treasury.ts'
import { readPayment, type SheetPayment } from './clinic-payments.ts'
import type { PaymentRow } from './payment-row.ts'
import { refundPayment } from './refund-payment.ts'

/** Whether the clinic gives it back itself: not what an insurer paid, nor what a gateway has to give back. */
export const isRefundable = ({ refunded_at, type, is_online }: SheetPayment): boolean =>
  refunded_at === null && type !== 'INSURANCE' && !is_online

interface DeskRefund {
  id: string
  reason: string
  /** All of it unless told. */
  amountMinor?: number
  treasuryId?: string
}

/** Gives a payment back, or a part of it, by a member of staff who says why. Answers the payment that was given back. */
export async function refundAtDesk(tx: Tx, refund: DeskRefund): Promise<PaymentRow> {
  const payment = await readPayment(tx, refund.id)
  if (refund.treasuryId !== undefined) await requireOut(tx, payment, refund.treasuryId)
  if (!isRefundable(payment)) refuse('invalid_state_transition', { from: stateOf(payment), to: 'REFUND' })
  return refundPayment(tx, refund)
}

/** Refuses a treasury that is not in use, and any where no money moves. */
async function requireOut(tx: Tx, { type }: SheetPayment, treasuryId: string): Promise<void> {
  await namedTreasury(tx, treasuryId)
  if (type !== 'BALANCE') return
  refuseInput({ path: '/treasuryId', code: 'credit', message: 'must be left out where credit is given back' })
}

function stateOf({ refunded_at, type, is_online }: SheetPayment): string {
  if (refunded_at !== null) return 'REFUND'
  return is_online ? 'ONLINE' : type
}
