import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { readPayment, type SheetPayment } from './clinic-payments.ts'
import { refundPayment } from './refund-payment.ts'

/** Whether the clinic gives it back itself: not what an insurer paid, nor what a gateway has to give back. */
export const isRefundable = ({ refunded_at, type, is_online }: SheetPayment): boolean =>
  refunded_at === null && type !== 'INSURANCE' && !is_online

/** Gives a payment back, by a member of staff who says why. */
export async function refundAtDesk(tx: Tx, { id, reason }: { id: string; reason: string }): Promise<void> {
  const payment = await readPayment(tx, id)
  if (!isRefundable(payment)) refuse('invalid_state_transition', { from: stateOf(payment), to: 'REFUND' })
  await refundPayment(tx, { id, reason })
}

function stateOf({ refunded_at, type, is_online }: SheetPayment): string {
  if (refunded_at !== null) return 'REFUND'
  return is_online ? 'ONLINE' : type
}
