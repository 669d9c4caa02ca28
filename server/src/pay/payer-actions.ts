import { GatewayError, type GatewayOutcome } from '../domain/billing/payment-gateway.ts'
import { beginCheckout, syncCheckout } from './begin-checkout.ts'
import { type PayerView, payerView } from './pages/payer-view.ts'
import type { Notice } from './pages/payment-page.ts'
import type { LinkedPayment, PayDeps } from './pay-context.ts'

/** Where the payer is sent, or what their page says. */
export type Reaction = { goTo: string } | { notice?: Notice }

const viewOf = (deps: PayDeps, { context, id }: LinkedPayment): Promise<PayerView> =>
  deps.transactions.read(context, tx => payerView(tx, deps, id))

/** The sandbox gateway's own part: it reports the payer's choice as any gateway does, by a signed callback. */
async function sandboxChoice(
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

/** What the buttons of the sandbox gateway's page come to. */
const SANDBOX: ReadonlyMap<string, GatewayOutcome> = new Map([
  ['pay', 'SUCCESS'],
  ['decline', 'FAILED'],
  ['cancel', 'FAILED'],
])

/** Does what the payer chose on the page. What the page did not offer does nothing. */
export async function handlePayerAction(deps: PayDeps, linked: LinkedPayment, action: string): Promise<Reaction> {
  const { row, clinic, gateway, state, invoiceNumber } = await viewOf(deps, linked)
  if (state !== 'payable' || !gateway) return {}
  const outcome = gateway.servedHere && SANDBOX.get(action)
  if (!outcome && (gateway.servedHere || action !== 'continue')) return {}
  const description = `Invoice ${invoiceNumber} · ${clinic.name}`
  try {
    const destination = await beginCheckout(deps, { linked, row, gateway, description })
    if (destination.todo === 'wait') return { notice: 'busy' }
    if (destination.todo === 'nothing') return {}
    if (!outcome) return { goTo: destination.url }
    await sandboxChoice(deps, linked, outcome)
    return action === 'cancel' ? { notice: 'canceled' } : {}
  } catch (error) {
    if (error instanceof GatewayError) return { notice: 'unreachable' }
    throw error
  }
}

/** A payer who comes back from the gateway is shown how the payment stands, also before its callback has arrived. */
export async function handlePayerReturn(deps: PayDeps, linked: LinkedPayment): Promise<Reaction> {
  const { row, gateway, state } = await viewOf(deps, linked)
  if (state === 'paid' || state === 'refunded' || !gateway) return {}
  try {
    const news = await syncCheckout(deps, linked.context, row, gateway)
    return news?.isProcessing ? { notice: 'confirming' } : {}
  } catch (error) {
    if (error instanceof GatewayError) return { notice: 'confirming' }
    throw error
  }
}
