import { ONLINE_PAYMENT_STATUSES } from '@clinic/contract/online-payments.ts'
import { LINK_ENDS } from '@clinic/contract/staff/online-payments.ts'
import type { TableRow } from '../../db/tables.ts'
import type { ClinicFacts } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type OnlinePaymentRow = TableRow<'online_payment'>
export type OnlinePaymentStatus = (typeof ONLINE_PAYMENT_STATUSES)[number]

/** Why a link can no longer be paid. */
export type ClosedReason = (typeof LINK_ENDS)[number]

export const closedReason = wordOf(LINK_ENDS)

type Payable = Pick<OnlinePaymentRow, 'status' | 'closed_at' | 'expires_at'>

/** Whether its time is over; it is closed in the background then. */
export const hasExpired = ({ expires_at }: Pick<OnlinePaymentRow, 'expires_at'>, now: string): boolean =>
  expires_at !== null && Date.parse(expires_at) <= Date.parse(now)

/** Whether the link can still be paid. One that asks for more than is owed is closed by what made it so. */
export const isPayable = (link: Payable, now: string): boolean =>
  link.closed_at === null && ['CREATED', 'PENDING', 'FAILED'].includes(link.status) && !hasExpired(link, now)

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
