import type { Tx } from '../../kernel/tx.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { lockPlanned, recount } from './change-claim-invoices.ts'

/**
 * A planned claim follows what changes about the insurer's share of an invoice that is on it, and loses an invoice that is
 * another insurer's now. Once the insurer has the claim, neither can change.
 */
export async function followInvoice(tx: Tx, before: InvoiceRow, after: InvoiceRow): Promise<void> {
  if (before.claim_id === null) return
  const leaves = after.insurance_company_id !== before.insurance_company_id || after.insurance_minor === 0
  if (!leaves && after.insurance_minor === before.insurance_minor) return
  const claim = await lockPlanned(tx, before.claim_id)
  if (leaves) await tx.update('invoice', after.id, { claim_id: null })
  const byMinor = (leaves ? 0 : after.insurance_minor) - before.insurance_minor
  await recount(tx, claim, { byMinor, byInvoices: leaves ? -1 : 0 })
}
