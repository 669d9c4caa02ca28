import { changeRecord } from '../../kernel/change-record.ts'
import { refuse, refuseInput, refuseSettled } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { tell } from './answered-claims.ts'
import { type ClaimRow, type ClaimStatusWord, claimStatus, mayMove } from './claim.ts'
import { agreedAmounts, requireTerms } from './claim-amounts.ts'
import { shareOut } from './claim-items.ts'
import { invoicesOf } from './claimed-invoices.ts'
import { receiveFromInsurer } from './receive-from-insurer.ts'

export interface ClaimChanges {
  id: string
  name?: string | null
  /** Under which the insurer keeps it. */
  reference?: string | null
  status?: ClaimStatusWord
  partialPaymentPercent?: number
  promptPaymentPercent?: number
  /** What the insurer will not pay. */
  rejectedMinor?: number
  /** What came with the move to PARTIALLY_CLAIMED; the net partial payment unless told. */
  receivedMinor?: number
}

/**
 * Changes what is given and differs. With PARTIALLY_CLAIMED the insurer's first money comes in, with FULLY_CLAIMED all that
 * it still owes. Terms are settled once money came, and the rejected amount once everything did.
 */
export async function changeClaim(tx: Tx, input: ClaimChanges): Promise<ClaimRow> {
  requireTerms(input)
  // Invoices are locked before their claim: what comes in is entered for each of them.
  const invoices = await invoicesOf(tx, input.id)
  const before = await tx.lock('claim', input.id)
  requireOpenFor(before, input)
  const after = await changeRecord(tx, 'claim', before, wanted(tx, before, input))
  const received = await shareOut(tx, after.id, {
    receivedMinor: after.received_minor - before.received_minor,
    rejectedMinor: after.rejected_minor - before.rejected_minor,
  })
  await receiveFromInsurer(tx, after, invoices, received)
  tell(tx, before, after)
  return after
}

function wanted(tx: Tx, before: ClaimRow, input: ClaimChanges) {
  const { status, rejectedMinor: rejected_minor } = input
  const terms = {
    totalMinor: before.total_minor,
    partialPaymentPercent: input.partialPaymentPercent ?? before.partial_payment_percent,
    promptPaymentPercent: input.promptPaymentPercent ?? before.prompt_payment_percent,
  }
  const columns = {
    name: input.name,
    reference: input.reference,
    rejected_minor,
    partial_payment_percent: terms.partialPaymentPercent,
    prompt_payment_percent: terms.promptPaymentPercent,
    ...(mayChangeTerms(before.status) ? agreedAmounts(terms) : agreedIn(before)),
  }
  const owed = before.total_minor - columns.prompt_payment_minor - (rejected_minor ?? before.rejected_minor)
  requireRoom(before, input, owed)
  if (status === undefined || status === before.status) return columns
  return { ...columns, ...moved(tx, before, status), received_minor: received(status, columns, input, owed) }
}

const agreedIn = ({ total_minor, partial_payment_minor, prompt_payment_minor }: ClaimRow) => ({
  ...{ total_minor, partial_payment_minor, prompt_payment_minor },
})

/** Once money came the amounts that were agreed stay: an insurer that paid more kept less for paying promptly. */
const mayChangeTerms = (status: string): boolean => status === 'PLANNING' || status === 'IN_REVIEW'

/** The insurer cannot reject what it does not owe any more. */
function requireRoom(before: ClaimRow, { rejectedMinor = 0 }: ClaimChanges, owedMinor: number): void {
  if (rejectedMinor >= 0 && owedMinor >= before.received_minor) return
  refuseInput({ path: '/rejectedMinor', code: 'range', message: 'must be from 0 to what the insurer still owes' })
}

function moved(tx: Tx, before: ClaimRow, to: ClaimStatusWord) {
  const from = claimStatus(before.status)
  if (!mayMove(from, to)) refuse('invalid_state_transition', { from, to })
  if (before.invoice_count === 0)
    refuseInput({ path: '/status', code: 'empty', message: 'is for claims with invoices' })
  const at = { IN_REVIEW: 'reviewed_at', PARTIALLY_CLAIMED: 'partially_claimed_at', FULLY_CLAIMED: 'fully_claimed_at' }
  return { status: to, ...(to !== 'PLANNING' && { [at[to]]: tx.now }) }
}

/** What has come in from the insurer by then. */
function received(
  status: ClaimStatusWord,
  agreed: ReturnType<typeof agreedAmounts>,
  { receivedMinor }: ClaimChanges,
  owedMinor: number,
): number {
  if (status === 'FULLY_CLAIMED') return owedMinor
  if (status !== 'PARTIALLY_CLAIMED') return 0
  const first = receivedMinor ?? Math.min(agreed.partial_payment_minor - agreed.prompt_payment_minor, owedMinor)
  if (first > 0 && first <= owedMinor) return first
  return refuseInput({ path: '/receivedMinor', code: 'range', message: 'must be above 0 and at most what is owed' })
}

function requireOpenFor(before: ClaimRow, wishes: ClaimChanges): void {
  const { status } = before
  const differs = (wish: number | undefined, value: number) => wish !== undefined && wish !== value
  const newTerms =
    differs(wishes.partialPaymentPercent, before.partial_payment_percent) ||
    differs(wishes.promptPaymentPercent, before.prompt_payment_percent)
  if (newTerms && !mayChangeTerms(status))
    refuseSettled(status, `The terms of a claim that is ${status} can no longer change.`)
  const reviewed = (wishes.status ?? status) !== 'PLANNING' && status !== 'FULLY_CLAIMED'
  if (differs(wishes.rejectedMinor, before.rejected_minor) && !reviewed)
    refuseSettled(status, `What is rejected of a claim that is ${status} cannot change.`)
}
