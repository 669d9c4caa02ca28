import { InventoryAdjustment, InventoryItem, InventoryOrder } from '@clinic/contract/inventory.ts'
import type { TableRow } from '../db/tables.ts'
import { amounts, presenter } from '../kernel/presenter.ts'
import { toMajor } from '../kernel/values/money.ts'

export const presentInventoryItem = presenter<TableRow<'inventory_item'>, typeof InventoryItem>(
  InventoryItem,
  amounts('unitCost'),
)

export const presentInventoryAdjustment = presenter<TableRow<'inventory_adjustment'>, typeof InventoryAdjustment>(
  InventoryAdjustment,
)

type ShownOrder = TableRow<'inventory_order'> & { items: readonly TableRow<'inventory_order_item'>[] }

export const presentInventoryOrder = presenter<ShownOrder, typeof InventoryOrder>(InventoryOrder, {
  ...amounts('total', 'tax'),
  items: ({ items }, { currency }) =>
    items.map(item => ({
      inventoryItemId: item.inventory_item_id,
      name: item.name,
      quantity: item.quantity,
      receivedQuantity: item.received_quantity,
      unitCost: toMajor(item.unit_cost_minor, currency),
    })),
})
