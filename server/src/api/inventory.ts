import {
  ADJUSTMENT_REASONS,
  adjustInventoryItem,
  getInventoryItem,
  getInventoryOrder,
  type InventoryAdjustment,
  type InventoryItem,
  type InventoryOrder,
  listInventoryItems,
  listInventoryOrders,
  updateInventoryOrder,
} from '@clinic/contract/inventory.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type AdjustmentRow, adjustStock } from '../domain/inventory/adjust-stock.ts'
import type { InventoryItemRow } from '../domain/inventory/inventory-item.ts'
import {
  type InventoryOrderRow,
  itemsOf,
  type OrderItemRow,
  type OrderWithItems,
  orderStatus,
  withItems,
} from '../domain/inventory/inventory-order.ts'
import { receiveOrder } from '../domain/inventory/receive-order.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page, pageTogether } from '../kernel/page.ts'
import { patternOf, textSearch } from '../kernel/text-search.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const reasonOf = wordOf(ADJUSTMENT_REASONS)

const presentItem =
  ({ clinic }: Tx) =>
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
    unitCost: row.unit_cost_minor === null ? null : toMajor(row.unit_cost_minor, clinic.currency),
    supplier: row.supplier,
    branchId: row.branch_id,
    expiresAt: row.expires_at,
    disabled: row.disabled,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const presentAdjustment = (row: AdjustmentRow): Static<typeof InventoryAdjustment> => ({
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

const presentOrder =
  ({ clinic }: Tx) =>
  (row: InventoryOrderRow, items: readonly OrderItemRow[]): Static<typeof InventoryOrder> => ({
    object: 'inventory_order',
    id: row.id,
    referenceId: row.reference_id,
    status: orderStatus(row.status),
    supplier: row.supplier,
    branchId: row.branch_id,
    total: toMajor(row.total_minor, clinic.currency),
    tax: toMajor(row.tax_minor, clinic.currency),
    items: items.map(item => ({
      inventoryItemId: item.inventory_item_id,
      name: item.name,
      quantity: item.quantity,
      receivedQuantity: item.received_quantity,
      unitCost: toMajor(item.unit_cost_minor, clinic.currency),
    })),
    orderedAt: row.ordered_at,
    expectedAt: row.expected_at,
    receivedAt: row.received_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })

const itemSearch = textSearch('inventory_items_like')

const itemSource = listSource<InventoryItemRow>({
  name: 'listInventoryItems',
  from: 'inventory_item t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    lowStock: value => `t.low_stock = ${value}`,
    ...itemSearch.filters,
  },
  derived: itemSearch.derived,
})

const orderSource = listSource<InventoryOrderRow>({
  name: 'listInventoryOrders',
  from: 'inventory_order t',
  columns: 't.*',
  filters: {
    status: value => `t.status = ${value}`,
    branchId: value => `t.branch_id = ${value}`,
  },
})

const shown = (tx: Tx, { order, items }: OrderWithItems) => ({ data: presentOrder(tx)(order, items) })

export const inventory = [
  implement(listInventoryItems, async (tx, query) => {
    const found = await itemSearch.find(tx, patternOf(query.searchTerm), query.updatedAfter !== undefined)
    return page(tx, itemSource, { ...query, ...found }, presentItem(tx))
  }),
  implement(getInventoryItem, async (tx, { id }) => ({ data: presentItem(tx)(await tx.get('inventory_item', id)) })),
  implement(adjustInventoryItem, async (tx, input) => ({ data: presentAdjustment(await adjustStock(tx, input)) })),
  implement(listInventoryOrders, (tx, query) =>
    pageTogether(tx, orderSource, query, async (rows: InventoryOrderRow[]) => {
      const of = await itemsOf(tx, rows)
      return rows.map(row => presentOrder(tx)(row, of(row)))
    }),
  ),
  implement(getInventoryOrder, async (tx, { id }) =>
    shown(tx, await withItems(tx, await tx.get('inventory_order', id))),
  ),
  implement(updateInventoryOrder, async (tx, { id, received }) =>
    shown(tx, received ? await receiveOrder(tx, { id }) : await withItems(tx, await tx.get('inventory_order', id))),
  ),
]
