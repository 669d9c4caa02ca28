import { getClinicInvoice, listClinicInvoices } from '@clinic/contract/staff/invoices.ts'
import { getClinicPayment, listClinicPayments } from '@clinic/contract/staff/payments.ts'
import { clinicInvoices, invoicesAsked, readInvoice } from '../domain/billing/clinic-invoices.ts'
import { asSeen, clinicPayments, readPayment } from '../domain/billing/clinic-payments.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import { presentInvoiceEntry, presentInvoiceSheet, presentPaymentEntry } from '../present/invoices.ts'

/** What patients are billed and pay, as the staff find and read it. */
export const invoicesApi = [
  implement(listClinicInvoices, (tx, query) => page(tx, clinicInvoices, invoicesAsked(tx, query), presentInvoiceEntry)),
  implement(getClinicInvoice, async (tx, { id }) => ({
    data: presentInvoiceSheet(await readInvoice(tx, id), tx.clinic),
  })),
  implement(listClinicPayments, (tx, query) => page(tx, clinicPayments, asSeen(tx, query), presentPaymentEntry)),
  implement(getClinicPayment, async (tx, { id }) => ({
    data: presentPaymentEntry(await readPayment(tx, id), tx.clinic),
  })),
]
