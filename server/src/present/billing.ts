import { Expense, Income, Treasury } from '@clinic/contract/bookkeeping.ts'
import { Invoice } from '@clinic/contract/invoices.ts'
import { OnlinePayment } from '@clinic/contract/online-payments.ts'
import { Payment } from '@clinic/contract/payments.ts'
import type { TableRow } from '../db/tables.ts'
import { isPaidInFull } from '../domain/billing/invoice-row.ts'
import { amounts, presenter } from '../kernel/presenter.ts'

export const presentInvoice = presenter<TableRow<'invoice'>, typeof Invoice>(Invoice, {
  ...amounts('total', 'subtotal', 'tax', 'discount', 'paid', 'insurance'),
  pendingPayment: 'pending_minor',
  paidInFull: isPaidInFull,
})

export const presentPayment = presenter<TableRow<'payment'>, typeof Payment>(Payment, {
  ...amounts('amount', 'tax', 'balance'),
  claimed: row => row.claimed_at !== null,
  refunded: row => row.refunded_at !== null,
})

/** `linkOf` is the payer's address, from the last part of it; a closed link has none. */
export const presentOnlinePayment = (linkOf: (token: string) => string) =>
  presenter<TableRow<'online_payment'>, typeof OnlinePayment>(OnlinePayment, {
    ...amounts('amount', 'extraFees'),
    paymentLink: row => (row.closed_at === null ? linkOf(row.link_token) : null),
  })

export const presentExpense = presenter<TableRow<'expense'>, typeof Expense>(Expense, {
  ...amounts('total', 'tax', 'paid'),
  paidInFull: row => row.paid_minor === row.total_minor,
})

export const presentIncome = presenter<TableRow<'income'>, typeof Income>(Income, amounts('amount'))

export const presentTreasury = presenter<TableRow<'treasury'>, typeof Treasury>(Treasury, {
  currency: (_, { currency }) => currency,
})
