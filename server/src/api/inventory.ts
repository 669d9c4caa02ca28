import {
  adjustInventoryItem,
  getInventoryItem,
  getInventoryOrder,
  listInventoryItems,
  listInventoryOrders,
  updateInventoryOrder,
} from '@clinic/contract/inventory.ts'
import { adjustStock } from '../domain/inventory/adjust-stock.ts'
import { itemsOf, type OrderWithItems, withItems } from '../domain/inventory/inventory-order.ts'
import { receiveOrder } from '../domain/inventory/receive-order.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import { getRecord, presented, recordList, searchRecords } from '../kernel/record-operations.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentInventoryAdjustment, presentInventoryItem, presentInventoryOrder } from '../present/inventory.ts'

const orderSource = recordList(listInventoryOrders, 'inventory_order')

const shown = (tx: Tx, { order, items }: OrderWithItems) => ({
  data: presentInventoryOrder({ ...order, items }, tx.clinic),
})

export const inventory = [
  searchRecords(listInventoryItems, 'inventory_item', 'inventory_items_like', presentInventoryItem),
  getRecord(getInventoryItem, 'inventory_item', presentInventoryItem),
  implement(adjustInventoryItem, presented(adjustStock, presentInventoryAdjustment)),
  implement(listInventoryOrders, (tx, query) =>
    pageTogether(tx, orderSource, query, async rows => {
      const of = await itemsOf(tx, rows)
      return rows.map(row => presentInventoryOrder({ ...row, items: of(row) }, tx.clinic))
    }),
  ),
  implement(getInventoryOrder, async (tx, { id }) =>
    shown(tx, await withItems(tx, await tx.get('inventory_order', id))),
  ),
  implement(updateInventoryOrder, async (tx, { id, received }) =>
    shown(tx, received ? await receiveOrder(tx, { id }) : await withItems(tx, await tx.get('inventory_order', id))),
  ),
]
