import { PAYMENT_TYPES } from '@clinic/contract/payments.ts'
import type { TableRow } from '../../db/tables.ts'
import type { ClinicFacts } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type PaymentRow = TableRow<'payment'>
export type PaymentType = (typeof PAYMENT_TYPES)[number]

export const paymentType = wordOf(PAYMENT_TYPES)

/** What every event of a payment tells (contract section 8). */
export const paymentFacts = ({ currency }: ClinicFacts, row: PaymentRow) => ({
  id: row.id,
  branchId: row.branch_id,
  amount: toMajor(row.amount_minor, currency),
  type: paymentType(row.type),
  invoiceId: row.invoice_id,
  patientId: row.patient_id,
})
