import type { INVOICE_STEPS } from '@clinic/contract/staff/invoices.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'

/** Something that happened to an invoice. */
export interface InvoiceStep {
  at: string
  what: (typeof INVOICE_STEPS)[number]
  record_id: string
  amount_minor: number | null
  e_invoice_status: string | null
}

const step = (what: InvoiceStep['what'], at: string, amount = 'null::bigint', status = 'null::text') =>
  `select ${at} as at, '${what}' as what, id as record_id, ${amount} as amount_minor, ${status} as e_invoice_status`
const OF = 'where company_id = $1 and'

/** What is told of at the same instant stands in the order in which it is named here. */
const STEPS = [
  `${step('CREATED', 'created_at')} from invoice ${OF} id = $2`,
  `${step('ISSUED', 'released_at', 'total_minor + credited_minor')} from invoice ${OF} id = $2 and released_at is not null`,
  `${step('LINK', 'created_at', 'amount_minor')} from online_payment ${OF} invoice_id = $2`,
  // A payment with what was given back of it in parts: it came in whole.
  `${step('PAYMENT', 'created_at', 'amount_minor + given_back')} from (
     select t.*, (select coalesce(sum(amount_minor), 0)::bigint from payment part
       where part.company_id = t.company_id and part.split_from_id = t.id) as given_back
     from payment t ${OF} invoice_id = $2 and split_from_id is null) whole`,
  `${step('LINK_CLOSED', 'closed_at', 'amount_minor')} from online_payment ${OF} invoice_id = $2 and closed_at is not null`,
  `${step('REFUND', 'refunded_at', 'amount_minor')} from payment ${OF} invoice_id = $2 and refunded_at is not null`,
  `${step('CREDIT_NOTE', 'created_at', 'total_minor')} from credit_note ${OF} invoice_id = $2`,
  `${step('VOID', 'voided_at')} from invoice ${OF} id = $2 and voided_at is not null`,
  `${step('EINVOICE', 'status_changed_at', undefined, 'status')} from einvoice_submission ${OF} invoice_id = $2`,
]
const history = sql<InvoiceStep>(
  `select at, what, record_id, amount_minor, e_invoice_status
   from (${STEPS.map((text, place) => `select ${place} as place, s.* from (${text}) s`).join('\n   union all ')}) steps
   order by at, place, record_id`,
)

/** What happened to an invoice, as the records that it left tell, earliest first. */
export const invoiceHistory = (tx: Tx, id: string): Promise<InvoiceStep[]> => tx.sql(history([tx.clinic.id, id]))
