import { inventoryLowStock } from '@clinic/contract/inventory.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'

export type InventoryItemRow = TableRow<'inventory_item'>

/** The folded text that a search term is looked for in. */
export const itemSearchText = ({ name, sku, barcode }: Pick<InventoryItemRow, 'name' | 'sku' | 'barcode'>): string =>
  [name, sku, barcode]
    .filter(part => part !== null)
    .map(foldForSearch)
    .join(' ')

/** Fires inventory.low_stock when the item was not low before and is now: once for each time that it falls. */
export function tellLowStock(tx: Tx, before: InventoryItemRow, after: InventoryItemRow): void {
  if (before.low_stock || !after.low_stock || after.reorder_level === null) return
  const { id, branch_id, quantity, reorder_level } = after
  tx.emit(inventoryLowStock, { id, branchId: branch_id, quantity, reorderLevel: reorder_level })
}
