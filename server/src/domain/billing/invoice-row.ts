import type { TableRow } from '../../db/tables.ts'
import type { ClinicFacts } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'

export type InvoiceRow = TableRow<'invoice'>
export type InvoiceLineRow = TableRow<'invoice_line'>

export const isPaidInFull = ({ pending_minor }: Pick<InvoiceRow, 'pending_minor'>): boolean => pending_minor <= 0

export const isVoid = ({ voided_at }: Pick<InvoiceRow, 'voided_at'>): boolean => voided_at !== null

/** What every event of an invoice tells (contract section 8). */
export const invoiceFacts = ({ currency }: ClinicFacts, row: InvoiceRow) => ({
  id: row.id,
  branchId: row.branch_id,
  total: toMajor(row.total_minor, currency),
  paid: toMajor(row.paid_minor, currency),
  paidInFull: isPaidInFull(row),
  patientId: row.patient_id,
})
