import { getEInvoiceSubmission, listEInvoiceSubmissions } from '@clinic/contract/einvoices.ts'
import { sql } from '../db/statement.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentEInvoiceSubmission, type ShownSubmission } from '../present/einvoices.ts'

/** The document itself is large, and is not shown. */
const SHOWN = [
  ...['id', 'invoice_id', 'claim_id', 'provider', 'transaction_type', 'status', 'attempt_number'],
  ...['submission_time', 'clearance_time', 'status_changed_at', 'info_messages', 'warning_messages', 'error_messages'],
  ...['created_at', 'updated_at'],
]
const COLUMNS = SHOWN.map(column => `t.${column}`).join(', ')

const source = listSource<ShownSubmission>({
  name: 'listEInvoiceSubmissions',
  from: 'einvoice_submission t',
  columns: COLUMNS,
  filters: {
    status: value => `t.status = ${value}`,
    invoiceId: value => `t.invoice_id = ${value}`,
  },
  selectiveFilters: ['invoiceId'],
})

const one = sql<ShownSubmission>(`select ${COLUMNS} from einvoice_submission t where t.company_id = $1 and t.id = $2`)

export const eInvoices = [
  implement(listEInvoiceSubmissions, (tx, query) => page(tx, source, query, presentEInvoiceSubmission)),
  implement(getEInvoiceSubmission, async (tx, { id }) => {
    const [row] = await tx.sql(one([tx.clinic.id, id]))
    return {
      data: presentEInvoiceSubmission(row ?? refuse('not_found', { resource: 'einvoice_submission' }), tx.clinic),
    }
  }),
]
