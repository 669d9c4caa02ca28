import {
  createCreditNote,
  getClinicInvoice,
  issueInvoice,
  listClinicInvoices,
  voidInvoice as voidDeclared,
} from '@clinic/contract/staff/invoices.ts'
import { getClinicPayment, listClinicPayments, refundClinicPayment } from '@clinic/contract/staff/payments.ts'
import { payInvoice, takeClinicDeposit } from '@clinic/contract/staff/tenders.ts'
import { clinicInvoices, invoicesAsked, readInvoice } from '../domain/billing/clinic-invoices.ts'
import { asSeen, clinicPayments, readPayment } from '../domain/billing/clinic-payments.ts'
import { invoiceState } from '../domain/billing/invoice-state.ts'
import { refundAtDesk } from '../domain/billing/refund-at-desk.ts'
import { takeDeposit } from '../domain/billing/take-deposit.ts'
import { takeTenders } from '../domain/billing/take-tenders.ts'
import { requireTreasury } from '../domain/books/kept-treasuries.ts'
import { creditInvoice } from '../domain/invoicing/credit-invoice.ts'
import { releaseInvoice } from '../domain/invoicing/release-invoice.ts'
import { voidInvoice } from '../domain/invoicing/void-invoice.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { minorOf } from '../kernel/values/minor-of.ts'
import {
  presentInvoiceEntry,
  presentInvoiceSheet,
  presentPaymentEntry,
  presentPaymentSheet,
} from '../present/invoices.ts'
import { allowedOn, allowedWith } from './allowed-money.ts'

/** An invoice as it is shown with all that is on it. */
export async function invoice(tx: Tx, id: string) {
  const found = await readInvoice(tx, id)
  return { data: presentInvoiceSheet({ ...found, allowed: allowedOn(tx, found) }, tx.clinic) }
}

async function payment(tx: Tx, id: string) {
  const found = await readPayment(tx, id)
  return { data: presentPaymentSheet({ ...found, allowed: allowedWith(tx, found) }, tx.clinic) }
}

/** Refuses a treasury that is out of the sight of the member who asks. */
export async function requireSeen(tx: Tx, { treasuryId }: { treasuryId?: string }): Promise<void> {
  if (treasuryId !== undefined) await requireTreasury(tx, treasuryId)
}

/** What patients are billed and pay, as the staff find and read it, and what is done with it. */
export const invoicesApi = [
  implement(listClinicInvoices, (tx, query) => page(tx, clinicInvoices, invoicesAsked(tx, query), presentInvoiceEntry)),
  implement(getClinicInvoice, (tx, { id }) => invoice(tx, id)),
  implement(issueInvoice, async (tx, { id }) => {
    const state = invoiceState(await tx.lock('invoice', id))
    if (state !== 'DRAFT') refuse('invalid_state_transition', { from: state, to: 'OPEN' })
    await releaseInvoice(tx, { id })
    return invoice(tx, id)
  }),
  implement(voidDeclared, async (tx, input) => {
    await voidInvoice(tx, input)
    return invoice(tx, input.id)
  }),
  implement(createCreditNote, async (tx, { id, lines, reason, excess, billAgain = false }) => {
    const wanted = lines.map(({ amount, ...line }, place) => ({
      ...line,
      ...(amount !== undefined && { amountMinor: minorOf(tx.clinic, amount, `/lines/${place}/amount`) }),
    }))
    await creditInvoice(tx, { id, lines: wanted, reason, billAgain, refunds: excess === 'REFUND' })
    return invoice(tx, id)
  }),
  implement(payInvoice, async (tx, { id, tenders, excess }) => {
    for (const tender of tenders) await requireSeen(tx, tender)
    const inMinor = tenders.map(({ amount, ...tender }, place) => ({
      ...tender,
      amountMinor: minorOf(tx.clinic, amount, `/tenders/${place}/amount`),
    }))
    await takeTenders(tx, { invoiceId: id, tenders: inMinor, keepsExcess: excess === 'CREDIT' })
    return invoice(tx, id)
  }),
  implement(listClinicPayments, (tx, query) => page(tx, clinicPayments, asSeen(tx, query), presentPaymentEntry)),
  implement(getClinicPayment, (tx, { id }) => payment(tx, id)),
  implement(takeClinicDeposit, async (tx, { amount, ...deposit }) => {
    await requireSeen(tx, deposit)
    const { id } = await takeDeposit(tx, { ...deposit, amountMinor: minorOf(tx.clinic, amount, '/amount') })
    return { data: presentPaymentEntry(await readPayment(tx, id), tx.clinic) }
  }),
  implement(refundClinicPayment, async (tx, { amount, ...refund }) => {
    await requireSeen(tx, refund)
    const wanted = amount === undefined ? {} : { amountMinor: minorOf(tx.clinic, amount, '/amount') }
    const { id } = await refundAtDesk(tx, { ...refund, ...wanted })
    return payment(tx, id)
  }),
]
