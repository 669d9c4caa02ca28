import type { adjustInventoryItem } from '@clinic/contract/inventory.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { tellLowStock } from './inventory-item.ts'
import { countedOf, stockAfter } from './quantity.ts'

/** Takes from the stock or adds to it. The item is locked: however many callers do so together, it never goes below zero. */
export async function adjustStock(
  tx: Tx,
  input: Input<typeof adjustInventoryItem>,
): Promise<TableRow<'inventory_adjustment'>> {
  const { id, quantityDelta, reason, note = null, treatmentId = null } = input
  if (countedOf(quantityDelta, '/quantityDelta') === 0)
    refuseInput({ path: '/quantityDelta', code: 'zero', message: 'must not be 0' })
  if (treatmentId !== null) await tx.get('treatment', treatmentId)
  const before = await tx.lock('inventory_item', id)
  const after = await tx.update('inventory_item', id, { quantity: stockAfter(before.quantity, quantityDelta) })
  tellLowStock(tx, before, after)
  return tx.add('inventory_adjustment', {
    id: newId('iva', Date.parse(tx.now)),
    inventory_item_id: id,
    quantity_delta: quantityDelta,
    quantity_after: after.quantity,
    reason,
    note,
    treatment_id: treatmentId,
  })
}
