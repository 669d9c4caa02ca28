import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import type { ClaimRow } from './claim.ts'
import { agreedAmounts } from './claim-amounts.ts'
import { assignInvoices, claimableInvoices, heldInvoices, insurersShare } from './claimed-invoices.ts'

export interface ClaimInvoices {
  id: string
  add?: readonly string[]
  remove?: readonly string[]
}

/** Puts invoices on a claim that is still being planned, or takes them off it. */
export async function changeClaimInvoices(tx: Tx, { id, add = [], remove = [] }: ClaimInvoices): Promise<ClaimRow> {
  const { branch_id: branchId, insurance_company_id: insuranceCompanyId } = await tx.get('claim', id)
  const added = await claimableInvoices(tx, add, { branchId, insuranceCompanyId })
  const removed = await heldInvoices(tx, remove)
  if (removed.some(({ claim_id }) => claim_id !== id)) refuse('not_found', { resource: 'invoice' })
  const claim = await lockPlanned(tx, id)
  if (added.length + removed.length === 0) return claim
  await assignInvoices(tx, added, id)
  await assignInvoices(tx, removed, null)
  return recount(tx, claim, {
    byMinor: insurersShare(added) - insurersShare(removed),
    byInvoices: added.length - removed.length,
  })
}

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

/** The claim, locked; what an insurer has seen is not planned any more. */
async function lockPlanned(tx: Tx, id: string): Promise<ClaimRow> {
  const claim = await tx.lock('claim', id)
  if (claim.status !== 'PLANNING') refuse('invalid_state_transition', { from: claim.status, to: 'PLANNING' })
  return claim
}

/** Brings a planned claim up to date with its invoices. */
function recount(
  tx: Tx,
  claim: ClaimRow,
  { byMinor, byInvoices }: { byMinor: number; byInvoices: number },
): Promise<ClaimRow> {
  const { partial_payment_percent: partialPaymentPercent, prompt_payment_percent: promptPaymentPercent } = claim
  const totalMinor = claim.total_minor + byMinor
  return tx.update('claim', claim.id, {
    invoice_count: claim.invoice_count + byInvoices,
    ...agreedAmounts({ totalMinor, partialPaymentPercent, promptPaymentPercent }),
  })
}
