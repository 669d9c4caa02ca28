import type { EInvoiceSubmission } from '@clinic/contract/einvoices.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type SubmissionRow, submissionStatus, transactionType } from '../domain/einvoices/submission.ts'

type Sealing = 'company_id' | 'icv' | 'document_uuid' | 'previous_hash' | 'document_hash' | 'qr' | 'document_xml'

/** A submission without its document. */
export type ShownSubmission = Omit<SubmissionRow, Sealing>

export const presentEInvoiceSubmission = (row: ShownSubmission): Static<typeof EInvoiceSubmission> => ({
  object: 'einvoice_submission',
  id: row.id,
  invoiceId: row.invoice_id,
  claimId: row.claim_id,
  provider: row.provider,
  transactionType: transactionType(row.transaction_type),
  status: submissionStatus(row.status),
  attemptNumber: row.attempt_number,
  submissionTime: row.submission_time,
  clearanceTime: row.clearance_time,
  statusChangedAt: row.status_changed_at,
  infoMessages: row.info_messages,
  warningMessages: row.warning_messages,
  errorMessages: row.error_messages,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
