import type { Static } from '@clinic/contract/kernel.ts'
import type { OnlinePayment } from '@clinic/contract/online-payments.ts'
import { type OnlinePaymentRow, onlinePaymentStatus } from '../domain/billing/online-payment-row.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

/** `linkOf` is the payer's address, from the last part of it. */
export const presentOnlinePayment =
  ({ currency }: ClinicFacts, linkOf: (token: string) => string) =>
  (row: OnlinePaymentRow): Static<typeof OnlinePayment> => ({
    object: 'online_payment',
    id: row.id,
    amount: toMajor(row.amount_minor, currency),
    extraFees: toMajor(row.extra_fees_minor, currency),
    provider: row.provider,
    status: onlinePaymentStatus(row.status),
    paymentLink: linkOf(row.link_token),
    paidAt: row.paid_at,
    invoiceId: row.invoice_id,
    paymentId: row.payment_id,
    branchId: row.branch_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  })
