import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { type InventoryItemRow, itemSearchText } from './inventory-item.ts'
import { requireLevel, stockAfter } from './quantity.ts'

export interface NewInventoryItem {
  branchId: string
  name: string
  sku?: string | null
  barcode?: string | null
  /** What is counted: box, piece, ml. */
  unit?: string | null
  /** What is there now, none unless told. */
  quantity?: number
  /** The stock is low at or below it; never without one. */
  reorderLevel?: number | null
  unitCostMinor?: number | null
  supplier?: string | null
  /** When the batch in stock expires. */
  expiresAt?: string | null
}

/** Adds an item to the stock of a branch. */
export async function addInventoryItem(tx: Tx, input: NewInventoryItem): Promise<InventoryItemRow> {
  const { name, sku = null, barcode = null, quantity = 0, reorderLevel = null } = input
  requireLevel(reorderLevel, '/reorderLevel')
  return tx.insert('inventory_item', {
    id: newId('ivi', Date.parse(tx.now)),
    branch_id: input.branchId,
    name,
    sku,
    barcode,
    unit: input.unit ?? null,
    quantity: stockAfter(0, quantity),
    reorder_level: reorderLevel,
    unit_cost_minor: input.unitCostMinor ?? null,
    supplier: input.supplier ?? null,
    expires_at: input.expiresAt ? new Date(input.expiresAt).toISOString() : null,
    search_text: itemSearchText({ name, sku, barcode }),
  })
}
