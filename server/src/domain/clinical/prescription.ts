import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'

export type PrescriptionRow = TableRow<'prescription'>
export type MedicationRow = TableRow<'medication'>
export type MedicationLineRow = TableRow<'medication_line'>

const linesOfAll = sql<MedicationLineRow>(`
  select * from medication_line where company_id = $1 and prescription_id = any($2)
  order by prescription_id, sort_order`)

/** The lines of each of the prescriptions, read in one statement for all. */
export async function linesOf(
  tx: Tx,
  prescriptions: readonly PrescriptionRow[],
): Promise<(prescription: PrescriptionRow) => MedicationLineRow[]> {
  const ids = prescriptions.map(({ id }) => id)
  const lines = ids.length > 0 ? await tx.sql(linesOfAll([tx.clinic.id, ids])) : []
  const byPrescription = Map.groupBy(lines, line => line.prescription_id)
  return ({ id }) => byPrescription.get(id) ?? []
}
