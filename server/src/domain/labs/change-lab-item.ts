import type { Tx } from '../../kernel/tx.ts'
import { differences, isEmpty } from '../../kernel/values/differences.ts'
import type { NewLabItem } from './add-lab-item.ts'
import type { LabItemRow } from './lab.ts'

export interface LabItemChanges extends Partial<Omit<NewLabItem, 'labId'>> {
  id: string
}

/** Changes what is given and differs. */
export async function changeLabItem(tx: Tx, { id, priceMinor, ...wishes }: LabItemChanges): Promise<LabItemRow> {
  const before = await tx.lock('lab_item', id)
  const changes = differences(before, { ...wishes, price_minor: priceMinor })
  return isEmpty(changes) ? before : tx.update('lab_item', id, changes)
}
