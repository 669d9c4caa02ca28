import { EInvoiceSubmission } from '@clinic/contract/einvoices.ts'
import type { TableRow } from '../db/tables.ts'
import { presenter } from '../kernel/presenter.ts'

type Sealing = 'company_id' | 'icv' | 'document_uuid' | 'previous_hash' | 'document_hash' | 'qr' | 'document_xml'

/** A submission without its document. */
export type ShownSubmission = Omit<TableRow<'einvoice_submission'>, Sealing>

export const presentEInvoiceSubmission = presenter<ShownSubmission, typeof EInvoiceSubmission>(EInvoiceSubmission)
