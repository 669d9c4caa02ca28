import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { agreedColumns, type ClaimRow } from './claim.ts'
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

/** The claim, locked; what an insurer has seen is not planned any more. */
export async function lockPlanned(tx: Tx, id: string): Promise<ClaimRow> {
  const claim = await tx.lock('claim', id)
  if (claim.status !== 'PLANNING') refuse('invalid_state_transition', { from: claim.status, to: 'PLANNING' })
  return claim
}

/** Brings a planned claim up to date with its invoices. */
export function recount(
  tx: Tx,
  claim: ClaimRow,
  { byMinor, byInvoices }: { byMinor: number; byInvoices: number },
): Promise<ClaimRow> {
  const { partial_payment_percent: partialPaymentPercent, prompt_payment_percent: promptPaymentPercent } = claim
  const totalMinor = claim.total_minor + byMinor
  return tx.update('claim', claim.id, {
    invoice_count: claim.invoice_count + byInvoices,
    ...agreedColumns({ totalMinor, partialPaymentPercent, promptPaymentPercent }),
  })
}
