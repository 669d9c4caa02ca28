import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { formerFacts } from '../../kernel/values/differences.ts'
import { settleTreatments } from '../billing/billed-treatments.ts'
import { type InvoiceRow, invoiceFacts } from '../billing/invoice-row.ts'
import type { RemittanceLine } from './remittance-lines.ts'

const bear = sql<InvoiceRow>(`
  update invoice set insurance_minor = insurance_minor - rejected.minor, updated_at = $4
  from unnest($2::text[], $3::bigint[]) as rejected (id, minor)
  where invoice.company_id = $1 and invoice.id = rejected.id
  returning invoice.*`)

/**
 * What an insurer rejects and the patient bears is the patient's to pay from now on. The invoice as it was issued stays: it says
 * nothing of shares to the tax authority. The invoices are held.
 */
export async function letPatientsBear(
  tx: Tx,
  lines: readonly RemittanceLine[],
  invoices: ReadonlyMap<string, InvoiceRow>,
): Promise<void> {
  const borne = lines.filter(({ disposition }) => disposition === 'PATIENT')
  if (borne.length === 0) return
  const ids = borne.map(({ invoiceId }) => invoiceId)
  const changed = await tx.sql(bear([tx.clinic.id, ids, borne.map(({ rejectedMinor }) => rejectedMinor), tx.now]))
  await settleTreatments(tx, ...changed)
  for (const after of changed) {
    tx.touched.row('invoice', after, ['insurance_minor'])
    const was = invoiceFacts(tx.clinic, invoices.get(after.id) ?? after)
    const is = invoiceFacts(tx.clinic, after)
    tx.emit(invoiceUpdated, is, formerFacts(was, is))
  }
}
