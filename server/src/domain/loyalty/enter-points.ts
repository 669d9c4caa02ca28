import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { expireDue } from './expire-points.ts'
import { holdAccount, type LoyaltyTransactionRow, settleAccounts } from './loyalty-account.ts'
import { afterPoints, expiryOf, type PointsType } from './program.ts'

export interface PointsEntry {
  patientId: string
  type: Exclude<PointsType, 'EXPIRE'>
  /** Negative where points are taken away. */
  points: number
  reason: string | null
  branchId: string | null
  invoiceId?: string | null
  paymentId?: string | null
  /** For points that are given: null for ever, otherwise a year from now unless told. */
  expiresAt?: string | null
  /** Of what was given in these transactions alone points are taken away. */
  of?: readonly string[]
}

/** What expires first is used first. */
const useUp = sql(`
  with available as (
    select id, remaining, sum(remaining) over (order by expires_at nulls last, created_at, id) - remaining as before
    from loyalty_transaction where company_id = $1 and patient_id = $2 and remaining > 0 and ($4::text[] is null or id = any($4))
  )
  update loyalty_transaction as given set remaining = given.remaining - least(given.remaining, $3 - available.before)
  from available
  where given.company_id = $1 and given.id = available.id and available.before < $3`)

/**
 * Writes points to the account of a patient, whose existence the caller has checked. The account is locked, so that
 * however many write at the same time, none takes what is not there; points that are due expire first.
 */
export async function enterPoints(tx: Tx, entry: PointsEntry): Promise<LoyaltyTransactionRow> {
  const { patientId, type, points } = entry
  const held = await holdAccount(tx, patientId)
  const [account = held] = await expireDue(tx, [held])
  const after = afterPoints(account, type, points)
  if (after.points_balance < 0) refuse('insufficient_points')
  if (points < 0) await tx.sql(useUp([tx.clinic.id, patientId, -points, entry.of ?? null]))
  const transaction = tx.add('loyalty_transaction', {
    id: newId('lyt', Date.parse(tx.now)),
    patient_id: patientId,
    branch_id: entry.branchId,
    type,
    points,
    balance_after: after.points_balance,
    remaining: Math.max(points, 0),
    expires_at: points < 0 ? null : expiry(tx, entry),
    reason: entry.reason,
    invoice_id: entry.invoiceId ?? null,
    payment_id: entry.paymentId ?? null,
  })
  await settleAccounts(tx, [after])
  return transaction
}

const expiry = (tx: Tx, { expiresAt }: PointsEntry) =>
  expiresAt === undefined ? expiryOf(tx.now, tx.clinic.timeZone) : expiresAt && new Date(expiresAt).toISOString()
