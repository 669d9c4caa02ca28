import { claimRejectedAmountUpdated, claimStatusChanged } from '@clinic/contract/claims.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { type ClaimRow, claimFacts } from './claim.ts'
import { type ClaimItemRow, leftOf } from './claim-items.ts'

const sum = (items: readonly ClaimItemRow[], of: (item: ClaimItemRow) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/**
 * A claim after its insurer has answered: the sum of its items. What the insurer may keep for paying promptly is at most what
 * is left and not disputed; where nothing else is, the claim is settled.
 */
export function answeredClaim(claim: ClaimRow, items: readonly ClaimItemRow[]) {
  const received = sum(items, item => item.received_minor)
  const rejected = sum(items, item => item.rejected_minor)
  const left = sum(items, leftOf)
  const disputed = sum(items, item => (item.disposition === 'DISPUTE' ? leftOf(item) : 0))
  const prompt = Math.min(claim.prompt_payment_minor, left - disputed)
  const status = left === prompt ? 'FULLY_CLAIMED' : received > 0 ? 'PARTIALLY_CLAIMED' : claim.status
  return { received, rejected, prompt, status, isDisputed: disputed > 0 }
}

const answer = sql<ClaimRow>(`
  update claim
  set received_minor = now.received, rejected_minor = now.rejected, prompt_payment_minor = now.prompt, status = now.status,
    partially_claimed_at = case when now.status = 'PARTIALLY_CLAIMED' then coalesce(partially_claimed_at, $7) else partially_claimed_at end,
    fully_claimed_at = case when now.status = 'FULLY_CLAIMED' then $7 else fully_claimed_at end,
    follow_up_on = case when now.status = 'FULLY_CLAIMED' then null when now.disputed then $8 else follow_up_on end,
    updated_at = $7
  from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $9::boolean[])
    as now (id, received, rejected, prompt, status, disputed)
  where claim.company_id = $1 and claim.id = now.id
  returning claim.*`)

/**
 * Brings claims that the transaction holds up to date with their items, and tells what changed of each. What follows from items
 * makes no version of a claim.
 */
export async function answerClaims(
  tx: Tx,
  claims: readonly ClaimRow[],
  items: readonly ClaimItemRow[],
  followUpOn: string | null,
): Promise<void> {
  const ofClaim = Map.groupBy(items, ({ claim_id }) => claim_id)
  const now = claims.map(claim => answeredClaim(claim, ofClaim.get(claim.id) ?? []))
  const after = await tx.sql(
    answer([
      ...[tx.clinic.id, claims.map(({ id }) => id), now.map(one => one.received), now.map(one => one.rejected)],
      ...[now.map(one => one.prompt), now.map(one => one.status), tx.now, followUpOn, now.map(one => one.isDisputed)],
    ]),
  )
  const byId = new Map(after.map(claim => [claim.id, claim]))
  for (const before of claims) tell(tx, before, byId.get(before.id) ?? before)
}

/** Both happened where both changed (contract section 8). */
export function tell({ clinic, emit, touched }: Tx, before: ClaimRow, after: ClaimRow): void {
  touched.row('claim', after, ['received_minor'])
  const facts = claimFacts(clinic, after)
  if (before.status !== after.status) emit(claimStatusChanged, facts, { status: before.status })
  if (before.rejected_minor !== after.rejected_minor)
    emit(claimRejectedAmountUpdated, facts, { rejectedAmount: toMajor(before.rejected_minor, clinic.currency) })
}
