import { type InvoiceRow, isVoid } from '../billing/invoice-row.ts'
import { isWithInsurer } from '../claims/claim.ts'

/**
 * What stands against a member of staff changing an invoice, by its word among states; nothing where it can be changed: a
 * draft, what the tax authority rejected, and where it is told of none, what nothing is paid on and no insurer has.
 */
export function editBarrier(invoice: InvoiceRow, claimStatus: string | null): string | undefined {
  const { released_at, balance_invoice, e_invoice_status: reported, credited_minor, paid_minor } = invoice
  if (isVoid(invoice)) return 'VOID'
  if (balance_invoice) return 'BALANCE'
  if (credited_minor > 0) return 'CREDITED'
  if (released_at === null) return undefined
  if (claimStatus !== null && isWithInsurer(claimStatus)) return claimStatus
  if (reported !== null) return reported === 'REJECTED' ? undefined : reported
  return paid_minor > 0 ? 'PAID' : undefined
}
