import { EInvoiceSubmission } from '@clinic/contract/einvoices.ts'
import { EInvoiceReport } from '@clinic/contract/staff/einvoice-reports.ts'
import type { TableRow } from '../db/tables.ts'
import { presenter } from '../kernel/presenter.ts'

type Document = 'document_uuid' | 'document_hash' | 'document_xml' | 'document_sealed' | 'document_forgotten_at'
type Sealing = 'company_id' | 'credit_note_id' | 'icv' | 'previous_hash' | 'qr' | Document

/** A submission without its document. */
export type ShownSubmission = Omit<TableRow<'einvoice_submission'>, Sealing>

export const presentEInvoiceSubmission = presenter<ShownSubmission, typeof EInvoiceSubmission>(EInvoiceSubmission)

/** The same for the staff, who know credit notes. */
export const presentEInvoiceReport = presenter<TableRow<'einvoice_submission'>, typeof EInvoiceReport>(EInvoiceReport)
