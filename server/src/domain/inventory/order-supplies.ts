import { inventoryOrderCreated } from '@clinic/contract/inventory.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { insertMany } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { requireEachOnce } from './each-once.ts'
import type { InventoryItemRow } from './inventory-item.ts'
import { type OrderWithItems, orderFacts } from './inventory-order.ts'
import { orderTotal } from './order-total.ts'
import { countedOf } from './quantity.ts'

export interface NewInventoryOrder {
  branchId: string
  /** Items of the branch, each once. The cost is of one unit, without tax; that of the item unless given. */
  items: readonly { inventoryItemId: string; quantity: number; unitCostMinor?: number }[]
  supplier?: string | null
  /** The clinic's unless given. */
  taxPercent?: number
  expectedAt?: string | null
}

const itemsById = sql<InventoryItemRow>('select * from inventory_item where company_id = $1 and id = any($2)')

/** Orders supplies for a branch, and fires inventoryorder.created. Nothing enters the stock before it is received. */
export async function orderSupplies(tx: Tx, input: NewInventoryOrder): Promise<OrderWithItems> {
  const { branchId, taxPercent = tx.clinic.taxPercent } = input
  const lines = await linesOf(tx, input)
  const order = tx.add('inventory_order', {
    ...orderTotal(lines, taxPercent),
    id: newId('ivo', Date.parse(tx.now)),
    reference_id: await tx.takeNumber('inventory_order'),
    branch_id: branchId,
    status: 'PENDING',
    supplier: input.supplier ?? null,
    ordered_at: tx.now,
    expected_at: input.expectedAt ? new Date(input.expectedAt).toISOString() : null,
    received_at: null,
  })
  const items = lines.map(({ item, quantity, unitCostMinor }, index) => ({
    order_id: order.id,
    inventory_item_id: item.id,
    sort_order: index + 1,
    name: item.name,
    quantity,
    received_quantity: 0,
    unit_cost_minor: unitCostMinor,
  }))
  for (const statement of insertMany('inventory_order_item', tx.clinic.id, items)) await tx.sql(statement)
  tx.emit(inventoryOrderCreated, orderFacts(tx, order))
  return { order, items: items.map(item => ({ ...item, company_id: tx.clinic.id })) }
}

async function linesOf(tx: Tx, { branchId, items }: NewInventoryOrder) {
  if (items.length === 0) refuseInput({ path: '/items', code: 'too_few', message: 'must have at least one item' })
  requireEachOnce(items, '/items')
  const ids = items.map(({ inventoryItemId }) => inventoryItemId)
  const found = await tx.sql(itemsById([tx.clinic.id, ids]))
  const byId = new Map(found.map(item => [item.id, item]))
  return items.map(({ inventoryItemId, quantity, unitCostMinor }, index) => {
    const item = byId.get(inventoryItemId) ?? refuse('not_found', { resource: 'inventory_item' })
    if (item.branch_id !== branchId || item.disabled)
      refuseInput({
        path: `/items/${index}/inventoryItemId`,
        code: 'inactive',
        message: 'must be in use at the branch',
      })
    const thousandths = countedOf(quantity, `/items/${index}/quantity`)
    if (thousandths <= 0) refuseInput({ path: `/items/${index}/quantity`, code: 'minimum', message: 'must be above 0' })
    return { item, quantity, thousandths, unitCostMinor: unitCostMinor ?? item.unit_cost_minor ?? 0 }
  })
}
