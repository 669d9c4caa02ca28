import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { LabItemRow } from './lab.ts'

export interface NewLabItem {
  labId: string
  name: string
  priceMinor: number
  details?: string | null
}

/** Adds something that a laboratory makes, with its price. */
export async function addLabItem(tx: Tx, { labId, name, priceMinor, details }: NewLabItem): Promise<LabItemRow> {
  return tx.add('lab_item', {
    id: newId('lbi', Date.parse(tx.now)),
    lab_id: labId,
    name,
    price_minor: priceMinor,
    details: details ?? null,
  })
}
