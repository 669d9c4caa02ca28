import { retryEInvoiceReport } from '@clinic/contract/staff/einvoice-reports.ts'
import { retryReport } from '../domain/einvoices/report-invoice.ts'
import { implement } from '../kernel/implement.ts'
import { presentEInvoiceReport } from '../present/einvoices.ts'

/** What the tax authority is told of invoices, as the staff see to it. */
export const eInvoiceReportsApi = [
  implement(retryEInvoiceReport, async (tx, { id }) => ({
    data: presentEInvoiceReport(await retryReport(tx, id), tx.clinic),
  })),
]
