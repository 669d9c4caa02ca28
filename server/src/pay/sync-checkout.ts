import type { OnlinePaymentRow } from '../domain/billing/online-payment-row.ts'
import type { GatewayNews, PaymentGateway } from '../domain/billing/payment-gateway.ts'
import { settleOnlinePayment } from '../domain/billing/settle-online-payment.ts'
import type { Context } from '../kernel/tx.ts'
import type { PayDeps } from './pay-context.ts'

/** Asks the gateway how the open checkout stands and takes that over: callbacks may be late, or lost. */
export async function syncCheckout(
  { transactions }: Pick<PayDeps, 'transactions'>,
  context: Context,
  { checkout_reference: reference }: OnlinePaymentRow,
  gateway: PaymentGateway,
): Promise<GatewayNews | undefined> {
  const news = reference === null ? undefined : await gateway.retrieve(reference)
  if (news) await transactions.write(context, async tx => ({ value: await settleOnlinePayment(tx, news) }))
  return news
}
