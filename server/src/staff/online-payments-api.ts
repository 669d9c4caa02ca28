import * as declared from '@clinic/contract/staff/online-payments.ts'
import {
  clinicOnlinePayments,
  type ListedOnlinePayment,
  onlinePaymentsAsked,
  readOnlinePayment,
} from '../domain/billing/clinic-online-payments.ts'
import { cancelLink } from '../domain/billing/close-payment-links.ts'
import { makePaymentLink } from '../domain/billing/create-payment-link.ts'
import { invoiceState } from '../domain/billing/invoice-state.ts'
import { askRefund } from '../domain/billing/refund-online.ts'
import { sendPaymentLink } from '../domain/patient-links/send-payment-link.ts'
import { isPatientInSight } from '../domain/patients/patient-sight.ts'
import { refuse } from '../kernel/errors.ts'
import { idOfRequest } from '../kernel/id-of-request.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import { presentOnlinePaymentEntry } from '../present/online-payments.ts'
import { allowedOnline } from './allowed-money.ts'
import type { Payments } from './checkout-api.ts'

/** Refuses an invoice of a patient out of the sight of the member who asks, and one that was not handed over. */
async function requireInvoice(tx: Tx, id: string): Promise<void> {
  const invoice = await tx.get('invoice', id)
  const { sight } = tx.caller.person ?? refuse('not_permitted')
  if (!(await isPatientInSight(tx, sight, invoice.patient_id))) refuse('not_found', { resource: 'invoice' })
  const state = invoiceState(invoice)
  if (state === 'DRAFT' || state === 'VOID') refuse('invalid_state_transition', { from: state, to: 'PAID' })
}

/** Links by which patients pay, as the desk makes, sends and closes them. */
export const onlinePaymentsApi = ({ gateways, linkOf }: Payments) => {
  const present = presentOnlinePaymentEntry(linkOf)
  const shown = (tx: Tx, row: ListedOnlinePayment) => present({ ...row, allowed: allowedOnline(tx, row) }, tx.clinic)
  const shownOne = async (tx: Tx, id: string) => ({ data: shown(tx, await readOnlinePayment(tx, id)) })
  return [
    implement(declared.listClinicOnlinePayments, (tx, query) =>
      pageTogether(tx, clinicOnlinePayments, onlinePaymentsAsked(tx, query), async rows =>
        rows.map(row => shown(tx, row)),
      ),
    ),
    implement(declared.createClinicOnlinePayment, async (tx, { invoiceId, amount, ...sending }) => {
      await requireInvoice(tx, invoiceId)
      const amountMinor = amount === undefined ? undefined : minorOf(tx.clinic, amount, '/amount')
      const { id } = await makePaymentLink(tx, { id: idOfRequest(tx, 'opy'), invoiceId, amountMinor }, gateways)
      await sendPaymentLink(tx, { id, linkOf, ...sending })
      return shownOne(tx, id)
    }),
    implement(declared.sendOnlinePayment, async (tx, input) => {
      await sendPaymentLink(tx, { ...input, linkOf })
      return shownOne(tx, input.id)
    }),
    implement(declared.cancelOnlinePayment, async (tx, input) => {
      await cancelLink(tx, input)
      return shownOne(tx, input.id)
    }),
    implement(declared.refundOnlinePayment, async (tx, input) => {
      await askRefund(tx, input, gateways)
      return shownOne(tx, input.id)
    }),
  ]
}
