import type { InventoryItem } from '@clinic/contract/inventory.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { InventoryItemRow } from '../domain/inventory/inventory-item.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { majorOrNull } from './major-or-null.ts'

export const presentInventoryItem =
  ({ currency }: ClinicFacts) =>
  (row: InventoryItemRow): Static<typeof InventoryItem> => ({
    object: 'inventory_item',
    id: row.id,
    name: row.name,
    sku: row.sku,
    barcode: row.barcode,
    unit: row.unit,
    quantity: row.quantity,
    reorderLevel: row.reorder_level,
    lowStock: row.low_stock,
    unitCost: majorOrNull(row.unit_cost_minor, currency),
    supplier: row.supplier,
    branchId: row.branch_id,
    expiresAt: row.expires_at,
    disabled: row.disabled,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
