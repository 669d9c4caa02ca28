import { isDeepStrictEqual } from 'node:util'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'
import { requireEachOnce } from './each-once.ts'
import type { InventoryItemRow } from './inventory-item.ts'
import { countedOf } from './quantity.ts'
import type { Use } from './treatment-stock.ts'

interface SupplyRow {
  inventory_item_id: string
  name: string
  unit: string | null
  branch_id: string
  quantity: number
}

const ofProcedure = sql<SupplyRow>(`
  select supply.inventory_item_id, item.name, item.unit, item.branch_id, supply.quantity from procedure_supply supply
  join inventory_item item on item.company_id = supply.company_id and item.id = supply.inventory_item_id
  where supply.company_id = $1 and supply.procedure_id = $2 order by item.name, item.id`)

/** What a procedure takes from the stock of each branch. */
export async function readSupplies(tx: Tx, id: string) {
  const { version } = await tx.get('procedure', id)
  return { id, version, supplies: await tx.sql(ofProcedure([tx.clinic.id, id])) }
}

const clear = sql(`
  delete from procedure_supply supply using inventory_item item
  where supply.company_id = $1 and supply.procedure_id = $2
    and item.company_id = $1 and item.id = supply.inventory_item_id and item.branch_id = $3`)
const add = sql(`
  insert into procedure_supply (company_id, procedure_id, inventory_item_id, quantity)
  select $1, $2, * from unnest($3::text[], $4::numeric[])`)

interface Wish {
  /** Of the procedure. */
  id: string
  branchId: string
  supplies: readonly Use[]
}

/** Says what a procedure takes from the stock of a branch, in the place of what was said of that branch before. */
export async function putSupplies(tx: Tx, { id, branchId, supplies }: Wish) {
  await tx.get('branch', branchId)
  const procedure = await tx.lock('procedure', id)
  await requireOfBranch(tx, branchId, supplies)
  const before = await tx.sql(ofProcedure([tx.clinic.id, id]))
  await tx.sql(clear([tx.clinic.id, id, branchId]))
  const [items, quantities] = [
    supplies.map(({ inventoryItemId }) => inventoryItemId),
    supplies.map(({ quantity }) => quantity),
  ]
  await tx.sql(add([tx.clinic.id, id, items, quantities]))
  const after = await tx.sql(ofProcedure([tx.clinic.id, id]))
  const parts = isDeepStrictEqual(before, after) ? undefined : { supplies: [before, after] as const }
  const { version } = await changeRecord(tx, 'procedure', procedure, {}, parts)
  return { id, version, supplies: after }
}

const stocked = sql<Pick<InventoryItemRow, 'id' | 'branch_id'>>(
  'select id, branch_id from inventory_item where company_id = $1 and id = any($2)',
)

async function requireOfBranch(tx: Tx, branchId: string, supplies: readonly Use[]): Promise<void> {
  requireEachOnce(supplies, '/supplies')
  const ids = supplies.map(({ inventoryItemId }) => inventoryItemId)
  const branchOf = new Map((await tx.sql(stocked([tx.clinic.id, ids]))).map(item => [item.id, item.branch_id]))
  for (const [place, { inventoryItemId, quantity }] of supplies.entries()) {
    countedOf(quantity, `/supplies/${place}/quantity`)
    const branch = branchOf.get(inventoryItemId) ?? refuse('not_found', { resource: 'inventory_item' })
    const path = `/supplies/${place}/inventoryItemId`
    if (branch !== branchId) refuseInput({ path, code: 'other_branch', message: 'must be in the stock of the branch' })
  }
}

const meant = sql<InventoryItemRow>(`
  select * from inventory_item where company_id = $1 and branch_id = $2 and not disabled
    and ($3 = '' or position($3 in search_text) > 0)
  order by lower(name), id limit 20`)

/** What of the stock of a branch is meant by some letters. */
export async function stockMeant(
  tx: Tx,
  { branchId, q = '' }: { branchId: string; q?: string | undefined },
): Promise<InventoryItemRow[]> {
  await tx.get('branch', branchId)
  return tx.sql(meant([tx.clinic.id, branchId, foldForSearch(q.trim())]))
}
