import { hash } from 'node:crypto'
import { canonicalJson } from '@clinic/contract/canonical-json.ts'
import type { InvoiceLineRow, InvoiceRow } from './invoice-row.ts'

/** Of what a member of staff changes of an invoice: where it is another one than was shown, another changed that meanwhile. */
export function invoiceHash(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): string {
  const { id, doctor_id, released_at, voided_at, credited_minor, discount_reason, total_minor, insurance_minor } =
    invoice
  const { whole_discount_minor, whole_discount_percent } = invoice
  const whole = { whole_discount_minor, whole_discount_percent, discount_reason }
  const stands = { id, doctor_id, released_at, voided_at, credited_minor, total_minor, insurance_minor }
  return hash('sha256', canonicalJson({ ...stands, ...whole, lines: lines.map(line => line.id) }), 'hex')
}
