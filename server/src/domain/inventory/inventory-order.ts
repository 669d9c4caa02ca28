import { INVENTORY_ORDER_STATUSES } from '@clinic/contract/inventory.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type InventoryOrderRow = TableRow<'inventory_order'>
export type OrderItemRow = TableRow<'inventory_order_item'>

/** An order with its items in their order. */
export interface OrderWithItems {
  order: InventoryOrderRow
  items: OrderItemRow[]
}

export const orderStatus = wordOf(INVENTORY_ORDER_STATUSES)

const itemsOfAll = sql<OrderItemRow>(`
  select * from inventory_order_item where company_id = $1 and order_id = any($2) order by order_id, sort_order`)

/** The items of each of the orders, read in one statement for all. */
export async function itemsOf(
  tx: Tx,
  orders: readonly InventoryOrderRow[],
): Promise<(order: InventoryOrderRow) => OrderItemRow[]> {
  const ids = orders.map(({ id }) => id)
  const items = ids.length > 0 ? await tx.sql(itemsOfAll([tx.clinic.id, ids])) : []
  const byOrder = Map.groupBy(items, item => item.order_id)
  return ({ id }) => byOrder.get(id) ?? []
}

/** The order with its items. */
export const withItems = async (tx: Tx, order: InventoryOrderRow): Promise<OrderWithItems> => ({
  order,
  items: (await itemsOf(tx, [order]))(order),
})

/** What every event of an order tells (contract section 8). */
export const orderFacts = (tx: Tx, row: InventoryOrderRow) => ({
  id: row.id,
  branchId: row.branch_id,
  status: orderStatus(row.status),
  total: toMajor(row.total_minor, tx.clinic.currency),
})

/** Cancels an order of which nothing has come yet. */
export async function cancelOrder(tx: Tx, { id }: { id: string }): Promise<InventoryOrderRow> {
  const from = orderStatus((await tx.lock('inventory_order', id)).status)
  if (from !== 'PENDING') refuse('invalid_state_transition', { from, to: 'CANCELED' })
  return tx.update('inventory_order', id, { status: 'CANCELED' })
}
