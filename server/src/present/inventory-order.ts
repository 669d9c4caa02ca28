import type { InventoryOrder } from '@clinic/contract/inventory.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type InventoryOrderRow, type OrderItemRow, orderStatus } from '../domain/inventory/inventory-order.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentInventoryOrder =
  ({ currency }: ClinicFacts) =>
  (row: InventoryOrderRow, items: readonly OrderItemRow[]): Static<typeof InventoryOrder> => ({
    object: 'inventory_order',
    id: row.id,
    referenceId: row.reference_id,
    status: orderStatus(row.status),
    supplier: row.supplier,
    branchId: row.branch_id,
    total: toMajor(row.total_minor, currency),
    tax: toMajor(row.tax_minor, currency),
    items: items.map(item => ({
      inventoryItemId: item.inventory_item_id,
      name: item.name,
      quantity: item.quantity,
      receivedQuantity: item.received_quantity,
      unitCost: toMajor(item.unit_cost_minor, currency),
    })),
    orderedAt: row.ordered_at,
    expectedAt: row.expected_at,
    receivedAt: row.received_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
