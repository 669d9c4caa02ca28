import { ONLINE_PAYMENT_STATUSES } from '@clinic/contract/online-payments.ts'
import type { TableRow } from '../../db/tables.ts'
import type { ClinicFacts } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type OnlinePaymentRow = TableRow<'online_payment'>
export type OnlinePaymentStatus = (typeof ONLINE_PAYMENT_STATUSES)[number]

/** Why a link can no longer be paid. */
const CLOSED_REASONS = ['PAID_ELSEWHERE', 'AMOUNT_CHANGED', 'CANCELED'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

export const closedReason = wordOf(CLOSED_REASONS)

export const onlinePaymentStatus = wordOf(ONLINE_PAYMENT_STATUSES)

/** What every event of an online payment tells (contract section 8). */
export const onlinePaymentFacts = ({ currency }: ClinicFacts, row: OnlinePaymentRow) => ({
  id: row.id,
  branchId: row.branch_id,
  status: onlinePaymentStatus(row.status),
  amount: toMajor(row.amount_minor, currency),
  invoiceId: row.invoice_id,
  paymentId: row.payment_id,
})
