import type { Static } from '@clinic/contract/kernel.ts'
import {
  createPaymentLink,
  getOnlinePayment,
  listOnlinePayments,
  type OnlinePayment,
} from '@clinic/contract/online-payments.ts'
import { createPaymentLink as makeLink } from '../domain/billing/create-payment-link.ts'
import { type OnlinePaymentRow, onlinePaymentStatus } from '../domain/billing/online-payment-row.ts'
import type { PaymentGateways } from '../domain/billing/payment-gateway.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

interface Links {
  gateways: PaymentGateways
  /** The payer's address, from the last part of it. */
  linkOf: (token: string) => string
}

const source = listSource<OnlinePaymentRow>({
  name: 'listOnlinePayments',
  from: 'online_payment t',
  columns: 't.*',
  filters: {
    status: value => `t.status = ${value}`,
    invoiceId: value => `t.invoice_id = ${value}`,
    branchId: value => `t.branch_id = ${value}`,
  },
  selectiveFilters: ['invoiceId'],
})

export function onlinePayments({ gateways, linkOf }: Links) {
  const present =
    ({ clinic: { currency } }: Tx) =>
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

  return [
    implement(listOnlinePayments, (tx, query) => page(tx, source, query, present(tx))),
    implement(getOnlinePayment, async (tx, { id }) => ({ data: present(tx)(await tx.get('online_payment', id)) })),
    implement(createPaymentLink, async (tx, input) => ({ data: present(tx)(await makeLink(tx, input, gateways)) })),
  ]
}
