import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { phoneOf } from '../patients/patient-phone.ts'

export type LabRow = TableRow<'lab'>
export type LabItemRow = TableRow<'lab_item'>

interface NewLab {
  name: string
  /** Its telephone, in any spelling. */
  number?: string | null
  email?: string | null
  details?: string | null
}

/** Adds a laboratory that the clinic orders from. */
export async function addLab(tx: Tx, input: NewLab): Promise<LabRow> {
  return tx.insert('lab', { ...input, id: newId('lab', Date.parse(tx.now)), number: numberOf(tx, input) })
}

/** Changes what is given and differs. Nothing new is ordered from a disabled lab; its orders stay. */
export async function changeLab(
  tx: Tx,
  { id, ...wishes }: Partial<NewLab> & { id: string; disabled?: boolean },
): Promise<LabRow> {
  const before = await tx.lock('lab', id)
  return changeRecord(tx, 'lab', before, { ...wishes, number: numberOf(tx, wishes) })
}

const numberOf = ({ clinic }: Tx, { number }: Partial<NewLab>) => phoneOf(number, clinic.country, 'number')

interface NewLabItem {
  labId: string
  name: string
  priceMinor: number
  details?: string | null
}

/** Adds something that a laboratory makes, with its price. */
export async function addLabItem(tx: Tx, { labId, priceMinor, ...columns }: NewLabItem): Promise<LabItemRow> {
  const id = newId('lbi', Date.parse(tx.now))
  return tx.insert('lab_item', { ...columns, id, lab_id: labId, price_minor: priceMinor })
}

/** Changes what is given and differs. */
export async function changeLabItem(
  tx: Tx,
  { id, priceMinor, ...wishes }: Partial<Omit<NewLabItem, 'labId'>> & { id: string },
): Promise<LabItemRow> {
  const before = await tx.lock('lab_item', id)
  return changeRecord(tx, 'lab_item', before, { ...wishes, price_minor: priceMinor })
}
