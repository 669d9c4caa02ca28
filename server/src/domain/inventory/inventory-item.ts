import { inventoryLowStock } from '@clinic/contract/inventory.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'
import { newId } from '../../kernel/values/ids.ts'
import { requireLevel, stockAfter } from './quantity.ts'

export type InventoryItemRow = TableRow<'inventory_item'>

export interface NewInventoryItem {
  branchId: string
  name: string
  sku?: string | null
  barcode?: string | null
  /** What is counted: box, piece, ml. */
  unit?: string | null
  /** What is there now, none unless told. */
  quantity?: number
  /** The stock is low at or below it; never without one. */
  reorderLevel?: number | null
  unitCostMinor?: number | null
  supplier?: string | null
  /** When the batch in stock expires. */
  expiresAt?: string | null
}

/** Everything but where it is and how much: stock changes by adjustments and orders alone. */
interface InventoryItemChanges extends Partial<Omit<NewInventoryItem, 'branchId' | 'quantity'>> {
  id: string
  /** Nothing more is ordered of it. */
  disabled?: boolean
}

/** Adds an item to the stock of a branch. */
export async function addInventoryItem(
  tx: Tx,
  { branchId, name, quantity = 0, ...input }: NewInventoryItem,
): Promise<InventoryItemRow> {
  const { sku = null, barcode = null } = input
  return tx.insert('inventory_item', {
    ...columnsOf(input),
    id: newId('ivi', Date.parse(tx.now)),
    branch_id: branchId,
    name,
    quantity: stockAfter(0, quantity),
    search_text: itemSearchText({ name, sku, barcode }),
  })
}

/** Changes what is given and differs; a reorder level that is raised past the stock makes it low. */
export async function changeInventoryItem(tx: Tx, { id, ...input }: InventoryItemChanges): Promise<InventoryItemRow> {
  const columns = columnsOf(input)
  const before = await tx.lock('inventory_item', id)
  const changes = differences(before, columns)
  if (isEmpty(changes)) return before
  const search_text = itemSearchText({ ...before, ...changes })
  const after = await tx.update('inventory_item', id, { ...changes, search_text })
  tellLowStock(tx, before, after)
  return after
}

function columnsOf({ reorderLevel, unitCostMinor, expiresAt, ...same }: Omit<InventoryItemChanges, 'id'>) {
  requireLevel(reorderLevel, '/reorderLevel')
  return {
    ...same,
    reorder_level: reorderLevel,
    unit_cost_minor: unitCostMinor,
    expires_at: expiresAt && new Date(expiresAt).toISOString(),
  }
}

/** The folded text that a search term is looked for in. */
export const itemSearchText = ({ name, sku, barcode }: Pick<InventoryItemRow, 'name' | 'sku' | 'barcode'>): string =>
  [name, sku, barcode]
    .filter(part => part !== null)
    .map(foldForSearch)
    .join(' ')

/** Fires inventory.low_stock when the item was not low before and is now: once for each time that it falls. */
export function tellLowStock(tx: Tx, before: InventoryItemRow, after: InventoryItemRow): void {
  if (before.low_stock || !after.low_stock || after.reorder_level === null) return
  const { id, branch_id, quantity, reorder_level } = after
  tx.emit(inventoryLowStock, { id, branchId: branch_id, quantity, reorderLevel: reorder_level })
}
