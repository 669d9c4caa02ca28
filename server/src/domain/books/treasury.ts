import type { TREASURY_TYPES } from '@clinic/contract/bookkeeping.ts'
import type { PAYMENT_TYPES } from '@clinic/contract/payments.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'

export type TreasuryRow = TableRow<'treasury'>

export type TreasuryType = (typeof TREASURY_TYPES)[number]

/** Where money of each type ends up unless the caller says otherwise. Credit moves no money. */
export const TREASURY_OF_PAYMENT: Record<Exclude<(typeof PAYMENT_TYPES)[number], 'BALANCE'>, TreasuryType> = {
  CARD: 'POS',
  CASH: 'CASH',
  BANK_TRANSFER: 'BANK',
  MOBILE_WALLET: 'POS',
  CHEQUE: 'BANK',
  OTHER: 'CASH',
  INSURANCE: 'BANK',
}

const presentDefault = sql<TreasuryRow>(`
  select * from treasury
  where company_id = $1 and type = $2 and branch_id is not distinct from $3 and is_default for no key update`)

interface NewTreasury extends NewFields<'treasury', 'active'> {
  type: TreasuryType
}

/** Opens a place where money is kept: of a branch, or of the whole clinic. A default one takes over from the present one. */
export async function openTreasury(tx: Tx, input: NewTreasury): Promise<TreasuryRow> {
  const { type, branchId = null, isDefault } = input
  const [present] = isDefault ? await tx.sql(presentDefault([tx.clinic.id, type, branchId])) : []
  if (present) await changeRecord(tx, 'treasury', present, { is_default: false })
  return tx.insert('treasury', { ...columnsOf(input), id: newId('tre', Date.parse(tx.now)) })
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

/** Where a payment at the branch goes unless a treasury is named. */
export const treasuryFor = (
  tx: Tx,
  branchId: string,
  type: keyof typeof TREASURY_OF_PAYMENT,
  named?: string,
): Promise<string | null> =>
  named === undefined ? defaultTreasuryOf(tx, branchId, TREASURY_OF_PAYMENT[type]) : namedTreasury(tx, named)

/** A treasury that was named: any of the clinic's that is in use, also another branch's. */
export async function namedTreasury(tx: Tx, id: string): Promise<string> {
  const treasury = await tx.get('treasury', id)
  if (treasury.active) return treasury.id
  return refuseInput({ path: '/treasuryId', code: 'inactive', message: 'must be a treasury that is in use' })
}
