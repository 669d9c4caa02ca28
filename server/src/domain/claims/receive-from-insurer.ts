import type { Tx } from '../../kernel/tx.ts'
import { enterInsurersMoney } from '../billing/enter-payments.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { openDay } from '../books/move-money.ts'
import { treasuryFor } from '../books/treasury.ts'
import type { ClaimRow } from './claim.ts'

/** Enters what the insurer paid of a claim as a whole, for each invoice that something was received of. */
export async function receiveFromInsurer(
  tx: Tx,
  claim: ClaimRow,
  invoices: readonly InvoiceRow[],
  receivedOf: ReadonlyMap<string, number>,
): Promise<void> {
  const parts = invoices.flatMap(invoice => {
    const amountMinor = receivedOf.get(invoice.id) ?? 0
    return amountMinor > 0 ? [{ invoice, amountMinor }] : []
  })
  if (parts.length === 0) return
  const treasuryId = await treasuryFor(tx, claim.branch_id, 'INSURANCE')
  const date = await openDay(tx, treasuryId)
  const how = { insurerId: claim.insurance_company_id, treasuryId, date, reference: `Claim ${claim.reference_id}` }
  await enterInsurersMoney(tx, parts, how)
}
