import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'

export type QuotationRow = TableRow<'quotation'>

/** What every event of a quotation tells (contract section 8). */
export const quotationFacts = (tx: Tx, row: QuotationRow) => ({
  id: row.id,
  branchId: row.branch_id,
  total: toMajor(row.total_minor, tx.clinic.currency),
  signed: row.signed,
  patientId: row.patient_id,
})
