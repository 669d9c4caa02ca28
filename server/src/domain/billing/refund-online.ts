import { Id } from '@clinic/contract/fields.ts'
import { refuse } from '../../kernel/errors.ts'
import { enqueue, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { lockLink } from './close-payment-links.ts'
import { gatewayOf } from './gateway-of.ts'
import type { OnlinePaymentRow } from './online-payment-row.ts'
import type { PaymentGateways } from './payment-gateway.ts'

/** Gives money back through its gateway. Tried for about half an hour. */
export const onlineRefund = jobKind('refund_online', { onlinePaymentId: Id }, 8)

type ToRefund = Pick<OnlinePaymentRow, 'status' | 'checkout_reference' | 'refund_asked_at' | 'refund_failed_at'>

/** What stands against giving it back, by its word among states; nothing where it can be. */
export function refundBarrier({ status, checkout_reference, ...asked }: ToRefund): string | undefined {
  if (status !== 'SUCCESS') return status
  if (checkout_reference === null) return 'UNKNOWN_AT_GATEWAY'
  return asked.refund_asked_at !== null && asked.refund_failed_at === null ? 'BEING_REFUNDED' : undefined
}

/** Has what was paid by a link given back in the background: no transaction waits for a gateway. */
export async function askRefund(
  tx: Tx,
  { id, reason }: { id: string; reason: string },
  gateways: PaymentGateways,
): Promise<void> {
  const before = await lockLink(tx, id)
  const barrier = refundBarrier(before)
  if (barrier !== undefined) refuse('invalid_state_transition', { from: barrier, to: 'REFUND' })
  if (!(await gatewayOf(tx, gateways, before))) refuse('payment_provider_not_configured')
  await tx.update('online_payment', id, { refund_asked_at: tx.now, refund_failed_at: null, refund_reason: reason })
  await enqueue(tx, onlineRefund, { onlinePaymentId: id }, { key: id })
}

/** Says of a refund that the gateway has refused it as often as it is asked. */
export async function failRefund(tx: Tx, id: string): Promise<void> {
  const { status } = await lockLink(tx, id)
  if (status === 'SUCCESS') await tx.update('online_payment', id, { refund_failed_at: tx.now })
}
