import type { Tx } from '../../kernel/tx.ts'
import { providerNamed } from '../providers/clinic-provider.ts'
import type { OnlinePaymentRow } from './online-payment-row.ts'
import type { PaymentGateway, PaymentGateways } from './payment-gateway.ts'

/** The gateway that a payment was begun at, while the clinic's settings for it can be used. */
export async function gatewayOf(
  tx: Tx,
  gateways: PaymentGateways,
  { provider }: Pick<OnlinePaymentRow, 'provider'>,
): Promise<PaymentGateway | undefined> {
  const settings = await providerNamed(tx, 'payments', provider)
  return settings && gateways.connect(settings, tx.clinic)
}
