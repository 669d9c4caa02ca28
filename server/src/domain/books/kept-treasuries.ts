import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { balanceOf, moveMoney, openDay } from './move-money.ts'
import { openTreasury, type TreasuryRow, type TreasuryType } from './treasury.ts'

/** A treasury with what is in it. */
export interface KeptTreasuryRow extends TreasuryRow {
  balance_minor: number
}

/** What was counted at the last close and what moved since, as `balanceOf` reads it of one. */
const KEPT = `
  select treasury.*, (coalesce(last.counted_minor, 0) + coalesce(since.amount_minor, 0))::bigint as balance_minor
  from treasury
  left join lateral (select counted_minor from day_close
    where company_id = treasury.company_id and treasury_id = treasury.id order by date desc limit 1) as last on true
  left join lateral (select sum(amount_minor) as amount_minor from treasury_movement
    where company_id = treasury.company_id and treasury_id = treasury.id
      and business_date > coalesce(treasury.closed_through, '-infinity')) as since on true
  where treasury.company_id = $1`
const IN_ORDER = `order by branch_id nulls first, type, name, id`

const all = sql<KeptTreasuryRow>(`${KEPT} and ($2::text is null or branch_id is null or branch_id = $2) ${IN_ORDER}`)
const ofSight = sql<KeptTreasuryRow>(
  `${KEPT} and ($2::text is null or branch_id is null or branch_id = $2) and (branch_id is null or branch_id = any($3))
    ${IN_ORDER}`,
)
const one = sql<KeptTreasuryRow>(`${KEPT} and treasury.id = $2`)

/** Those of a branch, or of all in sight, and those of the whole clinic. */
export async function keptTreasuries(
  tx: Tx,
  { branchId }: { branchId?: string | undefined },
): Promise<KeptTreasuryRow[]> {
  if (branchId !== undefined) await tx.get('branch', branchId)
  const branches = branchesOf(tx)
  const about = [tx.clinic.id, branchId ?? null]
  return branches === null ? tx.sql(all(about)) : tx.sql(ofSight([...about, branches]))
}

async function readTreasury(tx: Tx, id: string): Promise<KeptTreasuryRow> {
  const [row] = await tx.sql(one([tx.clinic.id, id]))
  return row ?? refuse('not_found', { resource: 'treasury' })
}

/** A treasury that the member who asks sees: of a branch in sight, or of the whole clinic. Another one is not there. */
export async function requireTreasury(tx: Tx, id: string): Promise<TreasuryRow> {
  const treasury = await tx.get('treasury', id)
  const branches = branchesOf(tx)
  const isSeen = treasury.branch_id === null || branches === null || branches.includes(treasury.branch_id)
  return isSeen ? treasury : refuse('not_found', { resource: 'treasury' })
}

interface Added {
  name: string
  type: TreasuryType
  branchId?: string
  isDefault?: boolean
  /** What is in it already. */
  openingMinor?: number
}

/** Opens a treasury, with what is in it already as its first movement. */
export async function addTreasury(tx: Tx, { openingMinor = 0, ...said }: Added): Promise<KeptTreasuryRow> {
  if (said.branchId !== undefined) await tx.get('branch', said.branchId)
  const { id } = await openTreasury(tx, said)
  if (openingMinor !== 0)
    moveMoney(tx, {
      ...{ treasuryId: id, amountMinor: openingMinor, kind: 'OPENING', sourceId: id },
      date: await openDay(tx, id),
    })
  return readTreasury(tx, id)
}

interface Changed {
  id: string
  name?: string
  isDefault?: boolean
  active?: boolean
}

const otherDefault = sql<TreasuryRow>(`
  select * from treasury where company_id = $1 and type = $2 and branch_id is not distinct from $3 and is_default
    and id <> $4 for no key update`)

/** Renames a treasury, makes it the default one of its branch and type, or takes it out of use once it is empty. */
export async function changeTreasury(tx: Tx, { id, ...said }: Changed): Promise<KeptTreasuryRow> {
  const before = await tx.lock('treasury', id)
  const active = said.active ?? before.active
  if (before.active && !active && (await balanceOf(tx, id)) !== 0)
    refuse('invalid_state_transition', { from: 'ACTIVE', to: 'INACTIVE' })
  const isDefault = active && (said.isDefault ?? before.is_default)
  const [other] =
    isDefault && !before.is_default ? await tx.sql(otherDefault([tx.clinic.id, before.type, before.branch_id, id])) : []
  if (other) await changeRecord(tx, 'treasury', other, { is_default: false })
  await changeRecord(tx, 'treasury', before, { name: said.name ?? before.name, is_default: isDefault, active })
  return readTreasury(tx, id)
}
