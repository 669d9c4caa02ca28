import type { ADJUSTMENT_REASONS } from '@clinic/contract/inventory.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type InventoryItemRow, tellLowStock } from './inventory-item.ts'
import { stockAfter } from './quantity.ts'

/** Locked in the order of their ids, so that those who change the same items queue. */
const lockItems = sql<InventoryItemRow>(`
  select * from inventory_item where company_id = $1 and id = any($2) order by id for no key update`)
const setStock = sql<InventoryItemRow>(`
  update inventory_item as item set quantity = changed.quantity, updated_at = $2
  from unnest($3::text[], $4::numeric[]) as changed (id, quantity)
  where item.company_id = $1 and item.id = changed.id returning item.*`)

/** The items, locked until the transaction ends, in the order of their ids. */
export const lockStock = async (tx: Tx, ids: readonly string[]): Promise<InventoryItemRow[]> =>
  ids.length === 0 ? [] : tx.sql(lockItems([tx.clinic.id, ids]))

interface Why {
  treatmentId: string
  reason: (typeof ADJUSTMENT_REASONS)[number]
}

/** Changes the stock of items that are locked by as much as `deltas` says for a treatment, and keeps each change. */
export async function changeStock(
  tx: Tx,
  items: readonly InventoryItemRow[],
  deltas: ReadonlyMap<string, number>,
  { treatmentId, reason }: Why,
): Promise<void> {
  const changed = items.flatMap(item => {
    const delta = deltas.get(item.id) ?? 0
    return delta === 0 ? [] : { before: item, delta, quantity: stockAfter(item.quantity, delta) }
  })
  if (changed.length === 0) return
  const ids = changed.map(({ before }) => before.id)
  const quantities = changed.map(({ quantity }) => quantity)
  const after = new Map((await tx.sql(setStock([tx.clinic.id, tx.now, ids, quantities]))).map(row => [row.id, row]))
  for (const { before, delta, quantity } of changed) {
    tx.add('inventory_adjustment', {
      id: newId('iva', Date.parse(tx.now)),
      inventory_item_id: before.id,
      quantity_delta: delta,
      quantity_after: quantity,
      reason,
      note: null,
      treatment_id: treatmentId,
    })
    tellLowStock(tx, before, after.get(before.id) ?? before)
  }
}
