import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { LineValues } from './invoice-lines.ts'
import type { InvoiceRow } from './invoice-row.ts'

const release = sql(`
  update treatment set invoice_id = null, paid_minor = 0, updated_at = $4
  where company_id = $1 and invoice_id = $2 and patient_id = $5 and not id = any($3)`)
const bill = sql(`
  update treatment set invoice_id = $2, updated_at = $4
  where company_id = $1 and id = any($3) and invoice_id is distinct from $2`)

/** The treatments on the lines know their invoice; those that were on it before and no longer are know none. */
export async function billTreatments(tx: Tx, invoice: InvoiceRow, lines: readonly LineValues[]): Promise<void> {
  const ids = lines.flatMap(({ treatment_id }) => treatment_id ?? [])
  if (ids.length > 0) await tx.sql(bill([tx.clinic.id, invoice.id, ids, tx.now]))
}

/** The same for an invoice whose lines were replaced. */
export async function rebillTreatments(tx: Tx, invoice: InvoiceRow, lines: readonly LineValues[]): Promise<void> {
  const ids = lines.flatMap(({ treatment_id }) => treatment_id ?? [])
  await tx.sql(release([tx.clinic.id, invoice.id, ids, tx.now, invoice.patient_id]))
  await billTreatments(tx, invoice, lines)
}

const free = sql(`
  update treatment set invoice_id = null, paid_minor = 0, updated_at = $4
  where company_id = $1 and invoice_id = $2 and id = any($3)`)

/** These of its treatments can be billed again. */
export async function freeTreatments(tx: Tx, invoice: InvoiceRow, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.sql(free([tx.clinic.id, invoice.id, ids, tx.now]))
}

const settle = sql(`
  with billed as (
    select treatment.id from invoice_line line
    join treatment on treatment.company_id = line.company_id and treatment.id = line.treatment_id
      and treatment.invoice_id = line.invoice_id
    where line.company_id = $1 and line.invoice_id = $2
    order by treatment.id for no key update of treatment)
  update treatment
  set paid_minor = case when $4 = 0 then total_minor else round(total_minor::numeric * $3 / $4)::bigint end, updated_at = $5
  from billed where treatment.company_id = $1 and treatment.id = billed.id`)

/**
 * Treatments are paid in the proportion in which the patient's part of their invoice is: settled when that is. Where the
 * insurer bears everything they are settled immediately.
 */
export async function settleTreatments(tx: Tx, invoice: InvoiceRow): Promise<void> {
  const owed = invoice.total_minor - invoice.insurance_minor
  await tx.sql(settle([tx.clinic.id, invoice.id, invoice.paid_minor, owed, tx.now]))
}

const settleEach = sql(`
  with billed as (
    select treatment.id, i.paid_minor, i.total_minor - i.insurance_minor as owed
    from invoice i
    join invoice_line line on line.company_id = i.company_id and line.invoice_id = i.id
    join treatment on treatment.company_id = line.company_id and treatment.id = line.treatment_id
      and treatment.invoice_id = line.invoice_id
    where i.company_id = $1 and i.id = any($2)
    order by treatment.id for no key update of treatment)
  update treatment
  set paid_minor = case when billed.owed = 0 then total_minor
      else round(total_minor::numeric * billed.paid_minor / billed.owed)::bigint end, updated_at = $3
  from billed where treatment.company_id = $1 and treatment.id = billed.id`)

/** The same for the treatments of many invoices, as these are by now. */
export async function settleTreatmentsOfEach(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  await tx.sql(settleEach([tx.clinic.id, invoiceIds, tx.now]))
}
