import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { actorsOf } from '../audit/audit-actors.ts'
import type { Wish } from './wish.ts'

type InvoiceRow = TableRow<'invoice'>
type PaymentRow = Pick<TableRow<'payment'>, 'id' | 'amount_minor' | 'refunded_at'>

const invoices = sql<InvoiceRow>(
  'select * from invoice where company_id = $1 and appointment_id = $2 order by created_at, id',
)
const payments = sql<PaymentRow>(`
  select payment.id, payment.amount_minor, payment.refunded_at from invoice
  join payment on payment.company_id = invoice.company_id and payment.invoice_id = invoice.id
  where invoice.company_id = $1 and invoice.appointment_id = $2 order by payment.id`)

/** What a visit was billed already, and what was paid of it. */
export interface VisitMoney {
  invoices: InvoiceRow[]
  payments: PaymentRow[]
}

export async function visitMoney(tx: Tx, { appointmentId }: Wish): Promise<VisitMoney> {
  if (appointmentId === undefined) return { invoices: [], payments: [] }
  const about = [tx.clinic.id, appointmentId] as const
  const [billed, paid] = await Promise.all([tx.sql(invoices(about)), tx.sql(payments(about))])
  return { invoices: billed, payments: paid }
}

const latest = sql<{ by: string; at: string }>(`
  select one.by, one.at from (
    select made_by as by, created_at as at from invoice where company_id = $1 and appointment_id = $2
    union all
    select invoice.made_by, invoice.created_at from treatment
      join invoice on invoice.company_id = treatment.company_id and invoice.id = treatment.invoice_id
      where treatment.company_id = $1 and treatment.id = any($3)
    union all
    select payment.taken_by, payment.created_at from invoice
      join payment on payment.company_id = invoice.company_id and payment.invoice_id = invoice.id
      where invoice.company_id = $1 and invoice.appointment_id = $2
    union all
    select caller, record_change.at from record_change where company_id = $1 and record_id = any($3)
  ) as one where one.by is not null order by one.at desc limit 1`)

/** Who changed last what a checkout goes by, and when; nothing where that is not known. */
export async function changedLast(tx: Tx, { appointmentId, lines = [], complete = [] }: Wish) {
  const ids = [...lines.flatMap(({ treatmentId, procedureId }) => treatmentId ?? procedureId ?? []), ...complete]
  const [last] = await tx.sql(latest([tx.clinic.id, appointmentId ?? null, ids]))
  if (!last) return { by: null, at: null }
  const { kind, name, name_ar: nameAr } = (await actorsOf(tx, [last.by]))(last.by)
  return { by: { kind, name, nameAr }, at: last.at }
}
