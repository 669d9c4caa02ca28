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

const hold = sql(`
  select id from treatment where company_id = $1 and patient_id = $2 and invoice_id = $3 order by id for no key update`)

/** Holds what an invoice bills, before the account of points or the patient is held: treatments are locked before both. */
export async function holdBilled(
  tx: Tx,
  { patient_id, invoice_id }: { patient_id: string; invoice_id: string | null },
): Promise<void> {
  if (invoice_id !== null) await tx.sql(hold([tx.clinic.id, patient_id, invoice_id]))
}

const settle = sql(`
  with billed as (
    select treatment.id, invoice.paid_minor, invoice.owed_minor
    from unnest($2::text[], $3::bigint[], $4::bigint[]) as invoice (id, paid_minor, owed_minor)
    join invoice_line line on line.company_id = $1 and line.invoice_id = invoice.id
    join treatment on treatment.company_id = line.company_id and treatment.id = line.treatment_id
      and treatment.invoice_id = line.invoice_id
    order by treatment.id for no key update of treatment)
  update treatment
  set paid_minor = case when billed.owed_minor = 0 then total_minor
      else round(total_minor::numeric * billed.paid_minor / billed.owed_minor)::bigint end, updated_at = $5
  from billed where treatment.company_id = $1 and treatment.id = billed.id`)

/**
 * Treatments are paid in the proportion in which the patient's part of their invoice is: settled when that is. Where the
 * insurer bears everything they are settled immediately.
 */
export async function settleTreatments(tx: Tx, ...invoices: readonly InvoiceRow[]): Promise<void> {
  const [ids, paid, owed] = [
    invoices.map(({ id }) => id),
    invoices.map(({ paid_minor }) => paid_minor),
    invoices.map(({ total_minor, insurance_minor }) => total_minor - insurance_minor),
  ]
  await tx.sql(settle([tx.clinic.id, ids, paid, owed, tx.now]))
}
