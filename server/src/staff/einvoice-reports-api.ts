import {
  getEInvoiceDocument,
  getEInvoiceQueue,
  listEInvoiceReports,
  retryEInvoiceReport,
} from '@clinic/contract/staff/einvoice-reports.ts'
import { asSeen } from '../domain/billing/clinic-payments.ts'
import { clinicReports, reportQueue } from '../domain/einvoices/clinic-reports.ts'
import { retryReport } from '../domain/einvoices/report-invoice.ts'
import { documentOf } from '../domain/einvoices/sealed-document.ts'
import { implement } from '../kernel/implement.ts'
import { page } from '../kernel/page.ts'
import {
  presentEInvoiceDocument,
  presentEInvoiceQueue,
  presentEInvoiceReport,
  presentEInvoiceReportEntry,
} from '../present/einvoices.ts'

/** What the tax authority is told of invoices, as the staff see to it. */
export const eInvoiceReportsApi = [
  implement(listEInvoiceReports, (tx, query) => page(tx, clinicReports, asSeen(tx, query), presentEInvoiceReportEntry)),
  implement(getEInvoiceQueue, async tx => {
    return { data: presentEInvoiceQueue(await reportQueue(tx), tx.clinic) }
  }),
  implement(getEInvoiceDocument, async (tx, { id }) => {
    const report = await tx.get('einvoice_submission', id)
    return { data: presentEInvoiceDocument({ ...report, xml: documentOf(tx, report) }, tx.clinic) }
  }),
  implement(retryEInvoiceReport, async (tx, { id }) => ({
    data: presentEInvoiceReport(await retryReport(tx, id), tx.clinic),
  })),
]
