import type { Tx } from '../../kernel/tx.ts'
import { followUpCheckout, followUpClosed } from './checkout-follow-up.ts'
import { isPayable, type OnlinePaymentRow } from './online-payment-row.ts'
import type { Checkout, OpenCheckout } from './payment-gateway.ts'

/** How long opening a page may take before another payer may try: longer than any call to a gateway. */
const LEASE_MS = 30_000
/** Stripe ends a page after 24 hours at the latest. */
const PAGE_MS = 23 * 3_600_000
/** A page that ends sooner is not worth going to. */
const MARGIN_MS = 5 * 60_000

/** What is to be done for a payer who wants to pay. */
export type Start =
  | { todo: 'open'; checkout: Pick<Checkout, 'attempt' | 'repeated' | 'expiresAt'> }
  | { todo: 'go'; url: string }
  /** Another payer is opening the page at this moment. */
  | { todo: 'wait' }
  /** The payment is settled, or its link is closed. */
  | { todo: 'nothing' }

/** Whether the page that the gateway opened can still be paid on. */
export const isLive = (row: OnlinePaymentRow, now: string): boolean =>
  row.status === 'PENDING' &&
  row.checkout_reference !== null &&
  row.checkout_expires_at !== null &&
  Date.parse(row.checkout_expires_at) - Date.parse(now) > MARGIN_MS

/**
 * Begins a checkout, unless one is open. The gateway is called after the commit: should the program die in between, the
 * next attempt has the same number, by which the gateway (or a look at it) finds the page that it may have opened.
 */
export async function startCheckout(tx: Tx, id: string): Promise<Start> {
  const row = await tx.lock('online_payment', id)
  if (!isPayable(row, tx.now)) return { todo: 'nothing' }
  if (isLive(row, tx.now) && row.checkout_url !== null) return { todo: 'go', url: row.checkout_url }
  const isUnderWay = row.checkout_until !== null && row.checkout_reference === null
  if (isUnderWay && Date.parse(row.checkout_until ?? '') > Date.parse(tx.now)) return { todo: 'wait' }
  const attempt = isUnderWay ? row.checkout_attempt : row.checkout_attempt + 1
  // An attempt that is repeated asks for the very same page, or the gateway would not know it again.
  const expiresAt = (isUnderWay && row.checkout_expires_at) || later(tx, PAGE_MS)
  await tx.update('online_payment', id, {
    status: row.status === 'CREATED' ? 'PENDING' : row.status,
    checkout_attempt: attempt,
    checkout_until: later(tx, LEASE_MS),
    checkout_reference: null,
    checkout_url: null,
    checkout_expires_at: expiresAt,
  })
  return { todo: 'open', checkout: { attempt, repeated: isUnderWay, expiresAt } }
}

const later = ({ now }: Tx, ms: number): string => new Date(Date.parse(now) + ms).toISOString()

interface KeptCheckout extends Pick<Checkout, 'id' | 'attempt'>, OpenCheckout {
  /** The gateway can be asked how it stands, should nothing be heard. */
  isRemote: boolean
}

/**
 * Keeps the page that the gateway opened for an attempt, also of a link that was closed meanwhile: what may be paid there
 * must be heard of. Answers whether a payer is to be sent there.
 */
export async function keepCheckout(tx: Tx, { id, attempt, reference, url, isRemote }: KeptCheckout): Promise<boolean> {
  const row = await tx.lock('online_payment', id)
  if (row.checkout_attempt !== attempt || row.checkout_reference !== null) return isPayable(row, tx.now)
  await tx.update('online_payment', id, { checkout_reference: reference, checkout_url: url })
  if (isRemote) await (isPayable(row, tx.now) ? followUpCheckout : followUpClosed)(tx, { id, attempt })
  return isPayable(row, tx.now)
}

/** Lets the next payer try immediately after the gateway failed to open a page. */
export async function giveUpCheckout(tx: Tx, { id, attempt }: Pick<Checkout, 'id' | 'attempt'>): Promise<void> {
  const row = await tx.lock('online_payment', id)
  if (row.checkout_attempt === attempt && row.checkout_reference === null)
    await tx.update('online_payment', id, { checkout_until: tx.now })
}
