import { ADJUSTMENT_REASONS, type InventoryAdjustment } from '@clinic/contract/inventory.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { AdjustmentRow } from '../domain/inventory/adjust-stock.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const reasonOf = wordOf(ADJUSTMENT_REASONS)

export const presentInventoryAdjustment = (row: AdjustmentRow): Static<typeof InventoryAdjustment> => ({
  object: 'inventory_adjustment',
  id: row.id,
  inventoryItemId: row.inventory_item_id,
  quantityDelta: row.quantity_delta,
  quantityAfter: row.quantity_after,
  reason: reasonOf(row.reason),
  note: row.note,
  treatmentId: row.treatment_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
