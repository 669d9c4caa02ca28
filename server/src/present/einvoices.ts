import { EInvoiceSubmission } from '@clinic/contract/einvoices.ts'
import {
  EInvoiceDocument,
  EInvoiceQueue,
  EInvoiceReport,
  EInvoiceReportEntry,
} from '@clinic/contract/staff/einvoice-reports.ts'
import type { TableRow } from '../db/tables.ts'
import type { ListedReport, ReportQueue } from '../domain/einvoices/clinic-reports.ts'
import { presenter } from '../kernel/presenter.ts'
import { patientName } from './patient-name.ts'

type Document = 'document_uuid' | 'document_hash' | 'document_xml' | 'document_sealed' | 'document_forgotten_at'
type Trying = 'tries' | 'last_failure' | 'given_up_at'
type Sealing = 'company_id' | 'credit_note_id' | 'icv' | 'previous_hash' | 'qr' | Document | Trying

/** A submission without its document. */
export type ShownSubmission = Omit<TableRow<'einvoice_submission'>, Sealing>

export const presentEInvoiceSubmission = presenter<ShownSubmission, typeof EInvoiceSubmission>(EInvoiceSubmission)

/** The same for the staff, who know credit notes. */
export const presentEInvoiceReport = presenter<TableRow<'einvoice_submission'>, typeof EInvoiceReport>(EInvoiceReport)

export const presentEInvoiceReportEntry = presenter<ListedReport, typeof EInvoiceReportEntry>(EInvoiceReportEntry, {
  patientName,
  // They are listed for those who may.
  allowed: ({ is_to_retry, document_sealed, document_xml }) => [
    ...(is_to_retry ? ['RETRY' as const] : []),
    ...(document_sealed === null && document_xml === null ? [] : ['DOWNLOAD' as const]),
  ],
})

export const presentEInvoiceQueue = presenter<ReportQueue, typeof EInvoiceQueue>(EInvoiceQueue)

/** The document as it was sealed. */
export const presentEInvoiceDocument = presenter<
  TableRow<'einvoice_submission'> & { xml: string | null },
  typeof EInvoiceDocument
>(EInvoiceDocument, { uuid: 'document_uuid', hash: 'document_hash' })
