import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import type { NewInventoryItem } from './add-inventory-item.ts'
import { type InventoryItemRow, itemSearchText, tellLowStock } from './inventory-item.ts'
import { requireLevel } from './quantity.ts'

/** Everything but where it is and how much: stock changes by adjustments and orders alone. */
export interface InventoryItemChanges extends Partial<Omit<NewInventoryItem, 'branchId' | 'quantity'>> {
  id: string
  /** Nothing more is ordered of it. */
  disabled?: boolean
}

/** Changes what is given and differs; a reorder level that is raised past the stock makes it low. */
export async function changeInventoryItem(tx: Tx, input: InventoryItemChanges): Promise<InventoryItemRow> {
  const { id, reorderLevel, unitCostMinor, expiresAt, ...others } = input
  requireLevel(reorderLevel, '/reorderLevel')
  const before = await tx.lock('inventory_item', id)
  const changes = differences(before, {
    ...others,
    reorder_level: reorderLevel,
    unit_cost_minor: unitCostMinor,
    expires_at: expiresAt && new Date(expiresAt).toISOString(),
  })
  if (isEmpty(changes)) return before
  const search_text = itemSearchText({ ...before, ...changes })
  const after = await tx.update('inventory_item', id, { ...changes, search_text })
  tellLowStock(tx, before, after)
  return after
}
