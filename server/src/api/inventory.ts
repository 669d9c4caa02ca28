import {
  adjustInventoryItem,
  getInventoryItem,
  getInventoryOrder,
  listInventoryItems,
  listInventoryOrders,
  updateInventoryOrder,
} from '@clinic/contract/inventory.ts'
import { adjustStock } from '../domain/inventory/adjust-stock.ts'
import type { InventoryItemRow } from '../domain/inventory/inventory-item.ts'
import { type InventoryOrderRow, itemsOf, type OrderWithItems, withItems } from '../domain/inventory/inventory-order.ts'
import { receiveOrder } from '../domain/inventory/receive-order.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page, pageTogether } from '../kernel/page.ts'
import { patternOf, textSearch } from '../kernel/text-search.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentInventoryAdjustment } from '../present/inventory-adjustment.ts'
import { presentInventoryItem } from '../present/inventory-item.ts'
import { presentInventoryOrder } from '../present/inventory-order.ts'

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

const shown = (tx: Tx, { order, items }: OrderWithItems) => ({ data: presentInventoryOrder(tx.clinic)(order, items) })

export const inventory = [
  implement(listInventoryItems, async (tx, query) => {
    const found = await itemSearch.find(tx, patternOf(query.searchTerm), query.updatedAfter !== undefined)
    return page(tx, itemSource, { ...query, ...found }, presentInventoryItem(tx.clinic))
  }),
  implement(getInventoryItem, async (tx, { id }) => ({
    data: presentInventoryItem(tx.clinic)(await tx.get('inventory_item', id)),
  })),
  implement(adjustInventoryItem, async (tx, input) => ({
    data: presentInventoryAdjustment(await adjustStock(tx, input)),
  })),
  implement(listInventoryOrders, (tx, query) =>
    pageTogether(tx, orderSource, query, async (rows: InventoryOrderRow[]) => {
      const of = await itemsOf(tx, rows)
      return rows.map(row => presentInventoryOrder(tx.clinic)(row, of(row)))
    }),
  ),
  implement(getInventoryOrder, async (tx, { id }) =>
    shown(tx, await withItems(tx, await tx.get('inventory_order', id))),
  ),
  implement(updateInventoryOrder, async (tx, { id, received }) =>
    shown(tx, received ? await receiveOrder(tx, { id }) : await withItems(tx, await tx.get('inventory_order', id))),
  ),
]
