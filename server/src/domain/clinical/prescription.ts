import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { rowsOfEach } from '../../kernel/rows-of-each.ts'
import type { Tx } from '../../kernel/tx.ts'

export type PrescriptionRow = TableRow<'prescription'>
export type MedicationRow = TableRow<'medication'>
export type MedicationLineRow = TableRow<'medication_line'>

const linesOfAll = sql<MedicationLineRow>(`
  select * from medication_line where company_id = $1 and prescription_id = any($2)
  order by prescription_id, sort_order`)

/** The lines of each of the prescriptions, read in one statement for all. */
export const linesOf = (tx: Tx, prescriptions: readonly PrescriptionRow[]) =>
  rowsOfEach(tx, linesOfAll, prescriptions, line => line.prescription_id)

/** Records that the patient has opened the prescription. */
export const seePrescription = async (tx: Tx, { id }: { id: string }): Promise<PrescriptionRow> =>
  changeRecord(tx, 'prescription', await tx.lock('prescription', id), { seen: true })
