import { inventoryOrderReceived } from '@clinic/contract/inventory.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { lockStock } from './change-stock.ts'
import { type OrderItemRow, type OrderWithItems, orderFacts, orderStatus, withItems } from './inventory-order.ts'
import { countedOf, plus, stockAfter } from './quantity.ts'

export interface Receipt {
  id: string
  /** What came, by item; everything that is still missing unless told. */
  received?: readonly { inventoryItemId: string; quantity: number }[]
}

const enterStock = sql(`
  update inventory_item as item set quantity = entered.quantity, updated_at = $2
  from unnest($3::text[], $4::numeric[]) as entered (id, quantity) where item.company_id = $1 and item.id = entered.id`)
const noteReceived = sql(`
  update inventory_order_item as item set received_quantity = came.quantity
  from unnest($3::text[], $4::numeric[]) as came (id, quantity)
  where item.company_id = $1 and item.order_id = $2 and item.inventory_item_id = came.id`)

/**
 * Takes in what came of an order: it enters the stock. Fires inventoryorder.received when nothing is missing any more;
 * receiving a received order again changes nothing.
 */
export async function receiveOrder(tx: Tx, receipt: Receipt): Promise<OrderWithItems> {
  const before = await tx.lock('inventory_order', receipt.id)
  const status = orderStatus(before.status)
  const { items } = await withItems(tx, before)
  if (status === 'RECEIVED') return { order: before, items }
  if (status === 'CANCELED') refuse('invalid_state_transition', { from: status, to: 'RECEIVED' })
  const came = cameOf(items, receipt)
  const after = items.map(item => ({
    ...item,
    received_quantity: plus(item.received_quantity, came.get(item.inventory_item_id) ?? 0),
  }))
  await store(tx, before.id, came, after)
  const isWhole = after.every(({ quantity, received_quantity }) => received_quantity === quantity)
  const order = await tx.update('inventory_order', before.id, {
    status: isWhole ? 'RECEIVED' : 'PARTIALLY_RECEIVED',
    received_at: isWhole ? tx.now : null,
  })
  if (isWhole) tx.emit(inventoryOrderReceived, orderFacts(tx, order), { status })
  return { order, items: after }
}

const missingOf = ({ quantity, received_quantity }: OrderItemRow): number => plus(quantity, -received_quantity)

/** How much came of each item, above zero. */
function cameOf(items: readonly OrderItemRow[], { received }: Receipt): Map<string, number> {
  const missing = new Map(items.map(item => [item.inventory_item_id, missingOf(item)]))
  if (received === undefined) return new Map([...missing].filter(([, quantity]) => quantity > 0))
  const came = new Map<string, number>()
  for (const [index, { inventoryItemId: id, quantity }] of received.entries()) {
    const path = `/received/${index}/quantity`
    const sum = plus(came.get(id) ?? 0, quantity)
    if (countedOf(quantity, path) <= 0 || sum > (missing.get(id) ?? 0))
      refuseInput({ path, code: 'range', message: 'must be above 0 and no more than is missing of the item' })
    came.set(id, sum)
  }
  return came
}

async function store(tx: Tx, orderId: string, came: ReadonlyMap<string, number>, items: readonly OrderItemRow[]) {
  const changed = items.filter(({ inventory_item_id }) => came.has(inventory_item_id))
  if (changed.length === 0) refuseInput({ path: '/received', code: 'too_few', message: 'must have at least one item' })
  const ids = changed.map(({ inventory_item_id }) => inventory_item_id)
  await tx.sql(noteReceived([tx.clinic.id, orderId, ids, changed.map(item => item.received_quantity)]))
  const stock = await lockStock(tx, ids)
  const quantities = stock.map(({ id, quantity }) => stockAfter(quantity, came.get(id) ?? 0))
  await tx.sql(enterStock([tx.clinic.id, tx.now, stock.map(({ id }) => id), quantities]))
}
