import { Id } from '@clinic/contract/fields.ts'
import { Type } from '@clinic/contract/kernel.ts'
import { enqueue, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { OnlinePaymentRow } from './online-payment-row.ts'

/** Asks the gateway about a checkout that nothing was heard of: its callback may be lost, and the payer never come back. */
export const checkoutFollowUp = jobKind('follow_up_checkout', {
  onlinePaymentId: Id,
  attempt: Type.Integer(),
  /** How long it was waited this time; the next wait is longer. */
  waitedMs: Type.Integer(),
})

const FIRST_WAIT_MS = 15 * 60_000
const GROWTH = 4
/** How long after its end a page may still turn out to have been paid. */
const AFTER_END_MS = 10 * 60_000

/** Whether money may still come in through a page at the gateway: also one that outlived its link. */
export const mayBePaid = ({ status, closed_at }: OnlinePaymentRow): boolean =>
  status === 'PENDING' || (status === 'FAILED' && closed_at !== null)

/** The first asking after a page was opened. */
export const followUpCheckout = (tx: Tx, { id, attempt }: { id: string; attempt: number }): Promise<void> =>
  ask(tx, { id, attempt, waitMs: FIRST_WAIT_MS, atMs: Date.parse(tx.now) + FIRST_WAIT_MS })

/** The first asking about a page whose link is closed: it is to end, so that no payer pays there what is not owed. */
export const followUpClosed = (tx: Tx, { id, attempt }: { id: string; attempt: number }): Promise<void> =>
  ask(tx, { id, attempt, waitMs: FIRST_WAIT_MS, atMs: Date.parse(tx.now) })

/** The next one, a last time when the page has ended; none after that. */
export async function followUpAgain(tx: Tx, row: OnlinePaymentRow, waitedMs: number): Promise<void> {
  const now = Date.parse(tx.now)
  const end = Date.parse(row.checkout_expires_at ?? tx.now) + AFTER_END_MS
  if (now >= end) return
  const waitMs = waitedMs * GROWTH
  await ask(tx, { id: row.id, attempt: row.checkout_attempt, waitMs, atMs: Math.min(now + waitMs, end) })
}

type Asking = Record<'attempt' | 'waitMs' | 'atMs', number> & { id: string }

const ask = (tx: Tx, { id, attempt, waitMs, atMs }: Asking): Promise<void> =>
  enqueue(
    tx,
    checkoutFollowUp,
    { onlinePaymentId: id, attempt, waitedMs: waitMs },
    { at: new Date(atMs).toISOString(), key: `${id} ${attempt}` },
  )
