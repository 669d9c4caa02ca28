import { createPaymentLink, getOnlinePayment, listOnlinePayments } from '@clinic/contract/online-payments.ts'
import { createPaymentLink as makeLink } from '../domain/billing/create-payment-link.ts'
import type { PaymentGateways } from '../domain/billing/payment-gateway.ts'
import { implement } from '../kernel/implement.ts'
import { getRecord, listRecords, presented } from '../kernel/record-operations.ts'
import { presentOnlinePayment } from '../present/billing.ts'

interface Links {
  gateways: PaymentGateways
  /** The payer's address, from the last part of it. */
  linkOf: (token: string) => string
}

export function onlinePayments({ gateways, linkOf }: Links) {
  const present = presentOnlinePayment(linkOf)

  return [
    listRecords(listOnlinePayments, 'online_payment', present),
    getRecord(getOnlinePayment, 'online_payment', present),
    implement(
      createPaymentLink,
      presented((tx, input) => makeLink(tx, input, gateways), present),
    ),
  ]
}
