import { getEInvoiceSubmission, listEInvoiceSubmissions } from '@clinic/contract/einvoices.ts'
import { sql } from '../db/statement.ts'
import type { SubmissionRow } from '../domain/einvoices/submission.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { type ListSource, page } from '../kernel/page.ts'
import { presentEInvoiceSubmission } from '../present/einvoice-submission.ts'

/** The document itself is large, and is not shown. */
const SHOWN = [
  ...['id', 'invoice_id', 'claim_id', 'provider', 'transaction_type', 'status', 'attempt_number'],
  ...['submission_time', 'clearance_time', 'status_changed_at', 'info_messages', 'warning_messages', 'error_messages'],
  ...['created_at', 'updated_at'],
]
const COLUMNS = SHOWN.map(column => `t.${column}`).join(', ')

const source: ListSource = {
  name: 'listEInvoiceSubmissions',
  from: 'einvoice_submission t',
  columns: COLUMNS,
  filters: {
    status: value => `t.status = ${value}`,
    invoiceId: value => `t.invoice_id = ${value}`,
  },
  narrow: ['invoiceId'],
}

const one = sql(`select ${COLUMNS} from einvoice_submission t where t.company_id = $1 and t.id = $2`)

export const eInvoices = [
  implement(listEInvoiceSubmissions, (tx, query) => page(tx, source, query, presentEInvoiceSubmission)),
  implement(getEInvoiceSubmission, async (tx, { id }) => {
    const [row] = await tx.sql<SubmissionRow>(one([tx.clinic.id, id]))
    return { data: presentEInvoiceSubmission(row ?? refuse('not_found', { resource: 'einvoice_submission' })) }
  }),
]
