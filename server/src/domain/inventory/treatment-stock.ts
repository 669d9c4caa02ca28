import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { changeStock, lockStock } from './change-stock.ts'
import { requireEachOnce } from './each-once.ts'
import { countedOf, plus, times } from './quantity.ts'

/** What a treatment is of that says what it takes from the stock. */
interface Treated {
  id: string
  branch_id: string
  procedure_id: string | null
  quantity: number
}

/** So much of an item, in its unit. */
export interface Use {
  inventoryItemId: string
  quantity: number
}

/** What was to be taken from the stock, and how much of it was not there. */
export interface Shortage extends Use {
  name: string
  unit: string | null
  missing: number
}

export interface Supply extends Use {
  name: string
  unit: string | null
  inStock: number
}

interface SupplyRow {
  id: string
  name: string
  unit: string | null
  stock: number
  quantity: number
}

const ofProcedure = sql<SupplyRow>(`
  select item.id, item.name, item.unit, item.quantity as stock, supply.quantity from procedure_supply supply
  join inventory_item item on item.company_id = supply.company_id and item.id = supply.inventory_item_id
  where supply.company_id = $1 and supply.procedure_id = $2 and item.branch_id = $3 order by item.name, item.id`)

/** What the procedure takes from the stock of the branch, as often as it is done. */
export async function suppliesOf(tx: Tx, { procedure_id, branch_id, quantity }: Treated): Promise<Supply[]> {
  const rows = procedure_id === null ? [] : await tx.sql(ofProcedure([tx.clinic.id, procedure_id, branch_id]))
  return rows.map(({ id, name, unit, stock, quantity: each }) => ({
    ...{ inventoryItemId: id, name, unit, inStock: stock },
    quantity: times(each, quantity),
  }))
}

/**
 * Takes from the stock what was used in a treatment: what its procedure says unless told. What is not there stops no care:
 * as much is taken as there is, and what is missing is told.
 */
export async function takeForTreatment(tx: Tx, treated: Treated, told?: readonly Use[]): Promise<Shortage[]> {
  if (told) requireUses(told)
  const uses = told ?? (await suppliesOf(tx, treated))
  const wanted = new Map(uses.map(({ inventoryItemId, quantity }) => [inventoryItemId, quantity]))
  const items = await lockStock(tx, [...wanted.keys()])
  requireAtBranch(treated, uses, new Map(items.map(({ id, branch_id }) => [id, branch_id])))
  const takes = items.map(item => {
    const quantity = wanted.get(item.id) ?? 0
    return { item, quantity, taken: Math.min(quantity, item.quantity) }
  })
  const deltas = new Map(takes.map(({ item, taken }) => [item.id, 0 - taken]))
  await changeStock(tx, items, deltas, { treatmentId: treated.id, reason: 'USAGE' })
  return takes.flatMap(({ item: { id, name, unit }, quantity, taken }) =>
    taken === quantity ? [] : { inventoryItemId: id, name, unit, quantity, missing: plus(quantity, -taken) },
  )
}

const takenFor = sql<{ id: string; quantity: number }>(`
  select inventory_item_id as id, -sum(quantity_delta) as quantity from inventory_adjustment
  where company_id = $1 and treatment_id = $2 group by inventory_item_id having sum(quantity_delta) < 0`)

/** Puts back into the stock what was taken from it for a treatment. */
export async function returnFromTreatment(tx: Tx, { id }: Pick<Treated, 'id'>): Promise<void> {
  const taken = await tx.sql(takenFor([tx.clinic.id, id]))
  const deltas = new Map(taken.map(({ id: item, quantity }) => [item, quantity]))
  const items = await lockStock(tx, [...deltas.keys()])
  await changeStock(tx, items, deltas, { treatmentId: id, reason: 'RETURN' })
}

function requireUses(uses: readonly Use[]): void {
  requireEachOnce(uses, '/consumption')
  for (const [index, { quantity }] of uses.entries()) {
    const path = `/consumption/${index}/quantity`
    if (countedOf(quantity, path) <= 0) refuseInput({ path, code: 'minimum', message: 'must be above 0' })
  }
}

/** What is used is at hand where the treatment is done. */
function requireAtBranch({ branch_id }: Treated, uses: readonly Use[], branchOf: ReadonlyMap<string, string>): void {
  for (const [index, { inventoryItemId }] of uses.entries()) {
    const branch = branchOf.get(inventoryItemId) ?? refuse('not_found', { resource: 'inventory_item' })
    const path = `/consumption/${index}/inventoryItemId`
    if (branch !== branch_id)
      refuseInput({ path, code: 'other_branch', message: 'must be in the stock of the branch of the treatment' })
  }
}
