import { randomBytes } from 'node:crypto'
import type { Input } from '@clinic/contract/kernel.ts'
import type { createPaymentLink as declared } from '@clinic/contract/online-payments.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { idOfRequest } from '../../kernel/id-of-request.ts'
import type { Tx } from '../../kernel/tx.ts'
import { minorOf } from '../../kernel/values/minor-of.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { type ClinicProvider, providerInUse } from '../providers/clinic-provider.ts'
import { expireLater } from './close-payment-links.ts'
import { moneySettings } from './money-settings.ts'
import type { OnlinePaymentRow } from './online-payment-row.ts'
import type { PaymentGateway, PaymentGateways } from './payment-gateway.ts'
import { requirePending } from './record-payment.ts'

const TOKEN_BYTES = 16
const DAY_MS = 86_400_000

/**
 * Makes a link through which the patient pays online. The link is ours and lasts; the page at the gateway is opened when
 * the payer goes there. So nothing is called here, nothing can be left half done, and a link in an old message still works
 * where a page at the gateway would have ended. The invoice is locked: no payment may close the links on it just before
 * this one is there. The id comes from the Idempotency-Key: a late retry makes no second link.
 */
export async function createPaymentLink(
  tx: Tx,
  { invoiceId, amount }: Input<typeof declared>,
  gateways: PaymentGateways,
): Promise<OnlinePaymentRow> {
  const amountMinor = amount === undefined ? undefined : minorOf(tx.clinic, amount, '/amount')
  return makePaymentLink(tx, { invoiceId, amountMinor, id: idOfRequest(tx, 'opy') }, gateways)
}

interface WantedLink {
  id: string
  invoiceId: string
  /** All that is to be paid unless told. */
  amountMinor?: number | undefined
}

/** The same for an amount in minor units, under an id. */
export async function makePaymentLink(
  tx: Tx,
  { id, invoiceId, amountMinor: wanted }: WantedLink,
  gateways: PaymentGateways,
): Promise<OnlinePaymentRow> {
  const invoice = await tx.lock('invoice', invoiceId)
  const { provider, gateway } = await gatewayInUse(tx, gateways)
  const amountMinor = wanted ?? (invoice.pending_minor || refuse('invoice_already_paid'))
  requirePending(tx, invoice, amountMinor)
  requireChargeable(tx, gateway, amountMinor)
  const { linkDays } = await moneySettings(tx)
  const link = await tx.insert('online_payment', {
    id,
    invoice_id: invoice.id,
    branch_id: invoice.branch_id,
    amount_minor: amountMinor,
    provider,
    status: 'CREATED',
    link_token: randomBytes(TOKEN_BYTES).toString('hex'),
    expires_at: new Date(Date.parse(tx.now) + linkDays * DAY_MS).toISOString(),
  })
  await expireLater(tx, link)
  return link
}

async function gatewayInUse(tx: Tx, gateways: PaymentGateways) {
  return (await connected(tx, gateways)) ?? refuse('payment_provider_not_configured')
}

async function connected(tx: Tx, gateways: PaymentGateways) {
  const provider: ClinicProvider | undefined = await providerInUse(tx, 'payments')
  const gateway = provider && gateways.connect(provider, tx.clinic)
  return gateway && { provider: provider.provider, gateway }
}

/** Whether the clinic has a gateway, so that links can be made. */
export const hasGateway = async (tx: Tx, gateways: PaymentGateways): Promise<boolean> =>
  (await connected(tx, gateways)) !== undefined

function requireChargeable({ clinic: { currency } }: Tx, gateway: PaymentGateway, amountMinor: number): void {
  const step = gateway.step(currency)
  if (amountMinor % step === 0) return
  const message = `must be a multiple of ${toMajor(step, currency)} at the clinic’s payment provider`
  refuseInput({ path: '/amount', code: 'multipleOf', message })
}
