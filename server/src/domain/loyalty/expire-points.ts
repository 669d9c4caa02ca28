import { sql } from '../../db/statement.ts'
import { insertMany } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type LoyaltyAccountRow, settleAccounts } from './loyalty-account.ts'
import { afterPoints } from './program.ts'

/** How many accounts one transaction goes through. */
export const MOST_AT_ONCE = 500

/** A transaction that writes in one of them just now expires its points as well. */
const lockDue = sql<LoyaltyAccountRow>(`
  select * from loyalty_account where company_id = $1 and expiring_at <= $2
  order by patient_id limit ${MOST_AT_ONCE} for update skip locked`)
const emptyDue = sql<{ patient_id: string; points: number }>(`
  with due as (
    select id, patient_id, remaining from loyalty_transaction
    where company_id = $1 and patient_id = any($2) and remaining > 0 and expires_at <= $3
  ), emptied as (
    update loyalty_transaction as given set remaining = 0 from due where given.company_id = $1 and given.id = due.id
  )
  select patient_id, sum(remaining)::bigint as points from due group by patient_id`)

/**
 * Takes away the points of the clinic that are due, with a transaction EXPIRE for each account. Answers how many accounts
 * it went through, at most a few hundred: who gets more than zero asks again.
 */
export async function expirePoints(tx: Tx): Promise<number> {
  const accounts = await tx.sql(lockDue([tx.clinic.id, tx.now]))
  await expireDue(tx, accounts)
  return accounts.length
}

/** The accounts, which the caller has locked, without what was due of them. */
export async function expireDue(tx: Tx, accounts: readonly LoyaltyAccountRow[]): Promise<LoyaltyAccountRow[]> {
  const due = accounts.filter(({ expiring_at }) => expiring_at !== null && expiring_at <= tx.now)
  if (due.length === 0) return [...accounts]
  const ids = due.map(({ patient_id }) => patient_id)
  const taken = await tx.sql(emptyDue([tx.clinic.id, ids, tx.now]))
  const pointsOf = new Map(taken.map(({ patient_id, points }) => [patient_id, points]))
  const after = due.map(account => afterPoints(account, 'EXPIRE', -(pointsOf.get(account.patient_id) ?? 0)))
  const rows = after.map(({ patient_id, points_balance }) => ({
    id: newId('lyt', Date.parse(tx.now)),
    patient_id,
    type: 'EXPIRE',
    points: -(pointsOf.get(patient_id) ?? 0),
    balance_after: points_balance,
    remaining: 0,
    created_at: tx.now,
    updated_at: tx.now,
  }))
  for (const statement of insertMany('loyalty_transaction', tx.clinic.id, rows)) await tx.sql(statement)
  for (const row of rows) tx.touched.row('loyalty_transaction', row, ['type', 'points'])
  const settled = new Map((await settleAccounts(tx, after)).map(account => [account.patient_id, account]))
  return accounts.map(account => settled.get(account.patient_id) ?? account)
}
