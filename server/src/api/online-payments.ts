import { createPaymentLink, getOnlinePayment, listOnlinePayments } from '@clinic/contract/online-payments.ts'
import { createPaymentLink as makeLink } from '../domain/billing/create-payment-link.ts'
import type { OnlinePaymentRow } from '../domain/billing/online-payment-row.ts'
import type { PaymentGateways } from '../domain/billing/payment-gateway.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentOnlinePayment } from '../present/online-payment.ts'

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
  const present = ({ clinic }: Tx) => presentOnlinePayment(clinic, linkOf)

  return [
    implement(listOnlinePayments, (tx, query) => page(tx, source, query, present(tx))),
    implement(getOnlinePayment, async (tx, { id }) => ({ data: present(tx)(await tx.get('online_payment', id)) })),
    implement(createPaymentLink, async (tx, input) => ({ data: present(tx)(await makeLink(tx, input, gateways)) })),
  ]
}
