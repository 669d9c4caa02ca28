import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { PaymentType } from './payment-row.ts'

export type TreasuryRow = TableRow<'treasury'>

export const TREASURY_TYPES = ['CASH', 'BANK', 'POS', 'GATEWAY'] as const
export type TreasuryType = (typeof TREASURY_TYPES)[number]

/** Where money of each type ends up unless the caller says otherwise. Credit moves no money. */
export const TREASURY_OF_PAYMENT: Record<Exclude<PaymentType, 'BALANCE'>, TreasuryType> = {
  CARD: 'POS',
  CASH: 'CASH',
  BANK_TRANSFER: 'BANK',
  MOBILE_WALLET: 'POS',
  CHEQUE: 'BANK',
  OTHER: 'CASH',
  INSURANCE: 'BANK',
}

const defaultTreasury = sql<{ id: string }>(`
  select id from treasury
  where company_id = $1 and type = $2 and is_default and (branch_id = $3 or branch_id is null)
  order by branch_id nulls last limit 1`)

/** The branch's default of a type, else the clinic's own, else none: money is taken also before there are treasuries. */
export async function defaultTreasuryOf(tx: Tx, branchId: string, type: TreasuryType): Promise<string | null> {
  const [found] = await tx.sql(defaultTreasury([tx.clinic.id, type, branchId]))
  return found?.id ?? null
}

/** Where a payment at the branch goes unless the caller says otherwise. */
export const treasuryFor = (tx: Tx, branchId: string, type: keyof typeof TREASURY_OF_PAYMENT): Promise<string | null> =>
  defaultTreasuryOf(tx, branchId, TREASURY_OF_PAYMENT[type])

/** A treasury that was named: any of the clinic's that is in use, also another branch's. */
export async function namedTreasury(tx: Tx, id: string): Promise<string> {
  const treasury = await tx.get('treasury', id)
  if (treasury.active) return treasury.id
  return refuseInput({ path: '/treasuryId', code: 'inactive', message: 'must be a treasury that is in use' })
}
