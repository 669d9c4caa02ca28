import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { enterPayment, ofInvoice } from '../billing/take-payment.ts'
import { treasuryFor } from '../books/treasury.ts'
import type { ClaimRow } from './claim.ts'
import { splitBetween } from './claim-amounts.ts'

const claimed = sql<InvoiceRow>('select * from invoice where company_id = $1 and claim_id = $2 order by created_at, id')

/**
 * Enters what the insurer paid: a payment of type INSURANCE for each invoice, in proportion to its share, in the books like
 * any other payment. It settles nothing that the patient owes.
 */
export async function receiveFromInsurer(tx: Tx, claim: ClaimRow, amountMinor: number): Promise<void> {
  if (amountMinor <= 0) return
  const treasuryId = await treasuryFor(tx, claim.branch_id, 'INSURANCE')
  const invoices = await tx.sql(claimed([tx.clinic.id, claim.id]))
  const parts = splitBetween(
    amountMinor,
    invoices.map(({ insurance_minor }) => insurance_minor),
  )
  await Promise.all(
    invoices.map(async (invoice, index) => {
      const part = parts[index] ?? 0
      if (part === 0) return
      await enterPayment(tx, `Invoice ${invoice.reference_id}`, {
        ...ofInvoice(invoice),
        id: newId('pay', Date.parse(tx.now)),
        type: 'INSURANCE',
        amount_minor: part,
        applied_minor: 0,
        balance_minor: 0,
        tax_minor: 0,
        insurance_company_id: claim.insurance_company_id,
        treasury_id: treasuryId,
        reference: `Claim ${claim.reference_id}`,
        claimed_at: tx.now,
      })
    }),
  )
}
