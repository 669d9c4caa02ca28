import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { MedicationRow } from './prescription.ts'

/** The duration is in days. */
export type NewMedication = NewFields<'medication'>

/** Adds a medication to the clinic's formulary. */
export const addMedication = (tx: Tx, input: NewMedication): Promise<MedicationRow> =>
  tx.insert('medication', { ...columnsOf(input), id: newId('med', Date.parse(tx.now)) })
