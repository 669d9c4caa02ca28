import type { GatewayOutcome } from '../domain/billing/payment-gateway.ts'
import type { LinkedPayment, PayDeps } from './pay-context.ts'

/** The sandbox gateway's own part: it reports the payer's choice as any gateway does, by a signed callback. */
export async function sandboxChoice(
  { transactions, gateways, deliver }: PayDeps,
  { context, id }: LinkedPayment,
  outcome: GatewayOutcome,
): Promise<void> {
  const { clinic } = context
  const row = await transactions.read(context, tx => tx.get('online_payment', id))
  const { checkout_reference: reference, amount_minor: amountMinor } = row
  if (reference === null) return
  const news = { id, reference, outcome, amountMinor, currency: clinic.currency }
  await deliver(clinic.id, gateways.sandbox(clinic).callback(news))
}
