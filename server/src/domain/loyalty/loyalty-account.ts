import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

export type LoyaltyAccountRow = TableRow<'loyalty_account'>
export type LoyaltyTransactionRow = TableRow<'loyalty_transaction'>

/** The conflict locks the account that is there, so that one statement opens or locks it. */
const openOrLock = sql<LoyaltyAccountRow>(`
  insert into loyalty_account as account (company_id, patient_id, id, points_balance, lifetime_earned,
    lifetime_redeemed, expiring_points, created_at, updated_at)
  values ($1, $2, $3, 0, 0, 0, 0, $4, $4)
  on conflict (company_id, patient_id) do update set patient_id = account.patient_id
  returning *`)

/** The patient's account, opened if there is none, and locked until the transaction ends. */
export async function holdAccount(tx: Tx, patientId: string): Promise<LoyaltyAccountRow> {
  const id = newId('lya', Date.parse(tx.now))
  const [account] = await tx.sql(openOrLock([tx.clinic.id, patientId, id, tx.now]))
  if (!account) throw new Error('The account was not opened.')
  return account
}

const lock = sql('select id from loyalty_account where company_id = $1 and patient_id = $2 for update')

/** The same where there is one. */
export async function lockAccount(tx: Tx, patientId: string): Promise<void> {
  await tx.sql(lock([tx.clinic.id, patientId]))
}

const settle = sql<LoyaltyAccountRow>(`
  update loyalty_account as account set updated_at = $2, points_balance = settled.points_balance,
    lifetime_earned = settled.lifetime_earned, lifetime_redeemed = settled.lifetime_redeemed,
    expiring_points = coalesce(next.points, 0), expiring_at = next.expires_at
  from jsonb_populate_recordset(null::loyalty_account, $3::jsonb) as settled
    left join lateral (
      select given.expires_at, sum(given.remaining) as points from loyalty_transaction as given
      where given.company_id = $1 and given.patient_id = settled.patient_id
        and given.remaining > 0 and given.expires_at is not null
      group by given.expires_at order by given.expires_at limit 1
    ) as next on true
  where account.company_id = $1 and account.patient_id = settled.patient_id
  returning account.*`)

/** Writes what accounts have come to, and what of each expires next. Their transactions must be written. */
export const settleAccounts = (tx: Tx, accounts: readonly LoyaltyAccountRow[]): Promise<LoyaltyAccountRow[]> =>
  tx.sql(settle([tx.clinic.id, tx.now, JSON.stringify(accounts)]))
