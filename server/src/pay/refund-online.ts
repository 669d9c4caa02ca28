import type { OnlinePaymentRow } from '../domain/billing/online-payment-row.ts'
import { settleOnlinePayment } from '../domain/billing/settle-online-payment.ts'
import { refuse } from '../kernel/errors.ts'
import type { Context } from '../kernel/tx.ts'
import { gatewayOf, type PayDeps } from './pay-context.ts'

/**
 * Gives an online payment back through its gateway, for the clinic's staff. The gateway is asked first and knows a second
 * asking for what it is, so a crash after it loses nothing: its callback, or the next try, takes the refund over.
 */
export async function refundOnline(
  deps: Pick<PayDeps, 'transactions' | 'gateways'>,
  context: Context,
  { id }: { id: string },
): Promise<OnlinePaymentRow> {
  const { transactions } = deps
  const { row, gateway } = await transactions.read(context, async tx => {
    const found = await tx.get('online_payment', id)
    return { row: found, gateway: await gatewayOf(tx, deps, found) }
  })
  if (row.status === 'REFUND') return row
  const { status, checkout_reference: reference, amount_minor: amountMinor } = row
  if (status !== 'SUCCESS' || reference === null)
    return refuse('invalid_state_transition', { from: status, to: 'REFUND' })
  if (!gateway) return refuse('payment_provider_not_configured')
  await gateway.refund(reference, { id, amountMinor })
  const { currency } = context.clinic
  return transactions.write({ act: 'refundOnline', ...context }, async tx => ({
    value: await settleOnlinePayment(tx, { id, reference, outcome: 'REFUND', amountMinor, currency }),
  }))
}
