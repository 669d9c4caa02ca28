import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type InventoryOrderRow, orderStatus } from './inventory-order.ts'

/** Cancels an order of which nothing has come yet. */
export async function cancelOrder(tx: Tx, { id }: { id: string }): Promise<InventoryOrderRow> {
  const from = orderStatus((await tx.lock('inventory_order', id)).status)
  if (from !== 'PENDING') refuse('invalid_state_transition', { from, to: 'CANCELED' })
  return tx.update('inventory_order', id, { status: 'CANCELED' })
}
