import { type EInvoiceSubmission, getEInvoiceSubmission, listEInvoiceSubmissions } from '@clinic/contract/einvoices.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { sql } from '../db/statement.ts'
import { type SubmissionRow, submissionStatus, transactionType } from '../domain/einvoices/submission.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'

/** The document itself is large, and nobody sees it here. */
const SHOWN = [
  ...['id', 'invoice_id', 'claim_id', 'provider', 'transaction_type', 'status', 'attempt_number'],
  ...['submission_time', 'clearance_time', 'status_changed_at', 'info_messages', 'warning_messages', 'error_messages'],
  ...['created_at', 'updated_at'],
]
const COLUMNS = SHOWN.map(column => `t.${column}`).join(', ')

type Sealing = 'company_id' | 'icv' | 'document_uuid' | 'previous_hash' | 'document_hash' | 'qr' | 'document_xml'

type Shown = Omit<SubmissionRow, Sealing>

const present = (row: Shown): Static<typeof EInvoiceSubmission> => ({
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

const source = listSource<Shown>({
  name: 'listEInvoiceSubmissions',
  from: 'einvoice_submission t',
  columns: COLUMNS,
  filters: {
    status: value => `t.status = ${value}`,
    invoiceId: value => `t.invoice_id = ${value}`,
  },
  selectiveFilters: ['invoiceId'],
})

const one = sql<Shown>(`select ${COLUMNS} from einvoice_submission t where t.company_id = $1 and t.id = $2`)

export const eInvoices = [
  implement(listEInvoiceSubmissions, (tx, query) => page(tx, source, query, present)),
  implement(getEInvoiceSubmission, async (tx, { id }) => {
    const [row] = await tx.sql(one([tx.clinic.id, id]))
    return { data: present(row ?? refuse('not_found', { resource: 'einvoice_submission' })) }
  }),
]
