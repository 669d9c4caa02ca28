import type { Input } from '@clinic/contract/kernel.ts'
import type { recordPayment as declared } from '@clinic/contract/payments.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { idOfRequest } from '../../kernel/id-of-request.ts'
import type { Tx } from '../../kernel/tx.ts'
import { minorOf } from '../../kernel/values/minor-of.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { treasuryFor } from '../books/treasury.ts'
import type { InvoiceRow } from './invoice-row.ts'
import type { PaymentRow } from './payment-row.ts'
import { takePayment } from './take-payment.ts'

const lockToPay = sql<InvoiceRow & { recorded: boolean }>(`
  select invoice.*, exists (select from payment where company_id = $1 and id = $3) as recorded
  from invoice where company_id = $1 and id = $2 for update`)

/**
 * Takes money against an invoice, never more than is still to be paid. The row lock makes two cashiers queue instead of
 * overpaying. The id comes from the Idempotency-Key: a retry that escapes the stored answers finds its payment and is
 * refused, also when that payment has settled the invoice.
 */
export async function recordPayment(tx: Tx, input: Input<typeof declared>): Promise<PaymentRow> {
  const amountMinor = minorOf(tx.clinic, input.amount, '/amount')
  const id = idOfRequest(tx, 'pay')
  const [found] = await tx.sql(lockToPay([tx.clinic.id, input.invoiceId, id]))
  if (!found) return refuse('not_found', { resource: 'invoice' })
  const { recorded, ...invoice } = found
  if (recorded) refuse('idempotency_conflict')
  requirePending(tx, invoice, amountMinor)
  const { type, reference = null } = input
  const treasuryId = await treasuryFor(tx, invoice.branch_id, type, input.treasuryId)
  return takePayment(tx, invoice, { id, type, amountMinor, treasuryId, reference })
}

/** Refuses what the invoice does not need; on a settled one that is any amount (specification, operation 13). */
export function requirePending(tx: Tx, invoice: InvoiceRow, amountMinor: number): void {
  if (amountMinor <= invoice.pending_minor) return
  refuse('amount_exceeds_pending', { pending: toMajor(invoice.pending_minor, tx.clinic.currency) })
}
