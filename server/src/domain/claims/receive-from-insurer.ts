import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { enterPayment, ofInvoice } from '../billing/take-payment.ts'
import { treasuryFor } from '../books/treasury.ts'
import type { ClaimRow } from './claim.ts'

/**
 * Enters what the insurer paid: a payment of type INSURANCE for each invoice that something was received of, in the books
 * like any other payment. It settles nothing that the patient owes.
 */
export async function receiveFromInsurer(
  tx: Tx,
  claim: ClaimRow,
  invoices: readonly InvoiceRow[],
  receivedOf: ReadonlyMap<string, number>,
): Promise<void> {
  const paid = invoices.filter(({ id }) => (receivedOf.get(id) ?? 0) > 0)
  if (paid.length === 0) return
  const treasuryId = await treasuryFor(tx, claim.branch_id, 'INSURANCE')
  await Promise.all(
    paid.map(invoice =>
      enterPayment(tx, `Invoice ${invoice.reference_id}`, {
        ...ofInvoice(invoice),
        id: newId('pay', Date.parse(tx.now)),
        type: 'INSURANCE',
        amount_minor: receivedOf.get(invoice.id) ?? 0,
        applied_minor: 0,
        balance_minor: 0,
        tax_minor: 0,
        insurance_company_id: claim.insurance_company_id,
        treasury_id: treasuryId,
        reference: `Claim ${claim.reference_id}`,
        claimed_at: tx.now,
      }),
    ),
  )
}
