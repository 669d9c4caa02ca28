import type { Selectable } from 'kysely'
import type { Database } from '../../db/builder.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

export type PrescriptionRow = Selectable<Database['prescription']>
export type MedicationRow = Selectable<Database['medication']>
export type MedicationLineRow = Selectable<Database['medication_line']>

const linesOfAll = sql(`
  select * from medication_line where company_id = $1 and prescription_id = any($2)
  order by prescription_id, sort_order`)

/** The lines of each of the prescriptions, read in one statement for all. */
export async function linesOf(
  tx: Tx,
  prescriptions: readonly PrescriptionRow[],
): Promise<(prescription: PrescriptionRow) => MedicationLineRow[]> {
  const ids = prescriptions.map(({ id }) => id)
  const lines = ids.length > 0 ? await tx.sql<MedicationLineRow>(linesOfAll([tx.clinic.id, ids])) : []
  const byPrescription = Map.groupBy(lines, line => line.prescription_id)
  return ({ id }) => byPrescription.get(id) ?? []
}
