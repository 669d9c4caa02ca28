import { giveUpCheckout, isLive, keepCheckout, type Start, startCheckout } from '../domain/billing/checkout.ts'
import type { OnlinePaymentRow } from '../domain/billing/online-payment-row.ts'
import type { Checkout, GatewayNews, PaymentGateway } from '../domain/billing/payment-gateway.ts'
import { settleOnlinePayment } from '../domain/billing/settle-online-payment.ts'
import type { Context, Tx } from '../kernel/tx.ts'
import { callbackUrl, type LinkedPayment, linkOf, type PayDeps } from './pay-context.ts'

/** Where the payer is to go, or why nowhere. */
export type Destination = Exclude<Start, { todo: 'open' }>

export interface PayerAtGateway {
  linked: LinkedPayment
  row: OnlinePaymentRow
  gateway: PaymentGateway
  /** What the payer reads at the gateway. */
  description: string
}

/**
 * Opens the gateway's page for a payer: a commit before the call says that it is under way, a commit after it keeps the
 * page. No transaction is open while the gateway is asked.
 */
export async function beginCheckout(deps: PayDeps, payer: PayerAtGateway): Promise<Destination> {
  const { linked, row, gateway } = payer
  const { id, context } = linked
  const write = <Value>(run: (tx: Tx) => Promise<Value>) =>
    deps.transactions.write(context, async tx => ({ value: await run(tx) }))
  // A page that has ended may have been paid before it did.
  const now = new Date(Date.now() + linked.context.clinic.clockOffsetMs).toISOString()
  const ended =
    row.checkout_reference === null || isLive(row, now) ? undefined : await syncCheckout(deps, context, row, gateway)
  if (ended?.isProcessing) return { todo: 'wait' }
  const start = await write(tx => startCheckout(tx, id))
  if (start.todo !== 'open') return start
  const checkout = { ...wanted(deps, payer), ...start.checkout }
  try {
    const opened = await gateway.open(checkout)
    const goes = await write(tx => keepCheckout(tx, { ...checkout, ...opened, isRemote: !gateway.servedHere }))
    return goes ? { todo: 'go', url: opened.url } : { todo: 'nothing' }
  } catch (error) {
    await write(tx => giveUpCheckout(tx, checkout))
    throw error
  }
}

const wanted = (
  deps: PayDeps,
  { linked, row, description }: PayerAtGateway,
): Omit<Checkout, 'attempt' | 'repeated' | 'expiresAt'> => ({
  id: row.id,
  amountMinor: row.amount_minor,
  currency: linked.context.clinic.currency,
  description,
  returnUrl: `${linkOf(deps, row.link_token)}?back=1`,
  callbackUrl: callbackUrl(deps, row.provider, linked.context.clinic.id),
})

/** Asks the gateway how the open checkout stands and takes that over: callbacks may be late, or lost. */
export async function syncCheckout(
  { transactions }: PayDeps,
  context: Context,
  { checkout_reference: reference }: OnlinePaymentRow,
  gateway: PaymentGateway,
): Promise<GatewayNews | undefined> {
  const news = reference === null ? undefined : await gateway.retrieve(reference)
  if (news) await transactions.write(context, async tx => ({ value: await settleOnlinePayment(tx, news) }))
  return news
}
