import type { Tx } from '../../../kernel/tx.ts'
import { keepCheckout, startCheckout } from '../../billing/checkout.ts'
import { createPaymentLink } from '../../billing/create-payment-link.ts'
import type { GatewayOutcome } from '../../billing/payment-gateway.ts'
import { settleOnlinePayment } from '../../billing/settle-online-payment.ts'
import { providerInUse, useProvider } from '../../providers/clinic-provider.ts'
import type { SandboxWorld } from '../sandbox-world.ts'
import { triggers } from '../trigger.ts'
import { anUnpaidInvoice } from './billed.ts'

interface Link {
  invoiceId?: string
  amount?: number
}

/** Makes a link, has the payer open the page of the sandbox gateway, and takes what it then posts. */
const online =
  (...outcomes: GatewayOutcome[]) =>
  async (tx: Tx, set: Link, world: SandboxWorld) => {
    if (!(await providerInUse(tx, 'payments'))) await useProvider(tx, 'payments', { provider: 'sandbox', settings: {} })
    const invoiceId = await anUnpaidInvoice(tx, set.invoiceId)
    const { id, amount_minor: amountMinor } = await createPaymentLink(tx, { ...set, invoiceId }, world.gateways)
    const { currency } = tx.clinic
    const reference = await openPage(tx, world, { id, amountMinor, currency })
    for (const outcome of outcomes) {
      const news = { id, reference, outcome, amountMinor, currency }
      await settleOnlinePayment(tx, await world.gatewayCallback(tx.clinic, news))
    }
  }

async function openPage(tx: Tx, world: SandboxWorld, wanted: { id: string; amountMinor: number; currency: string }) {
  const start = await startCheckout(tx, wanted.id)
  if (start.todo !== 'open') throw new Error('A link that was just made has a page already.')
  const checkout = { ...wanted, ...start.checkout, description: 'Sandbox', returnUrl: '', callbackUrl: '' }
  const opened = await world.gateway(tx.clinic).open(checkout)
  await keepCheckout(tx, { ...checkout, ...opened, isRemote: false })
  return opened.reference
}

export const onlinePaymentTriggers = triggers({
  'onlinepayment.succeeded': online('SUCCESS'),
  'onlinepayment.failed': online('FAILED'),
  'onlinepayment.refunded': online('SUCCESS', 'REFUND'),
})
