import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import type { ClaimRow } from './claim.ts'
import { agreedAmounts } from './claim-amounts.ts'
import { changeItem, removeItems, sumsOf } from './claim-items.ts'
import { assignInvoices, claimableInvoices, heldInvoices } from './claimed-invoices.ts'

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
  return recount(tx, claim)
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
  if (leaves) {
    await tx.update('invoice', after.id, { claim_id: null })
    await removeItems(tx, [after.id])
  } else await changeItem(tx, after)
  await recount(tx, claim)
}

/** The claim, locked; what an insurer has seen is not planned any more. */
async function lockPlanned(tx: Tx, id: string): Promise<ClaimRow> {
  const claim = await tx.lock('claim', id)
  if (claim.status !== 'PLANNING') refuse('invalid_state_transition', { from: claim.status, to: 'PLANNING' })
  return claim
}

const count = sql<ClaimRow>(`
  update claim set total_minor = $3, partial_payment_minor = $4, prompt_payment_minor = $5, invoice_count = $6, updated_at = $7
  where company_id = $1 and id = $2 returning *`)

/** Brings a planned claim up to date with its items. */
async function recount(tx: Tx, claim: ClaimRow): Promise<ClaimRow> {
  const { partial_payment_percent: partialPaymentPercent, prompt_payment_percent: promptPaymentPercent } = claim
  const { claimed: totalMinor, items } = await sumsOf(tx, claim.id)
  const agreed = agreedAmounts({ totalMinor, partialPaymentPercent, promptPaymentPercent })
  const amounts = [agreed.total_minor, agreed.partial_payment_minor, agreed.prompt_payment_minor]
  const [counted] = await tx.sql(count([tx.clinic.id, claim.id, ...amounts, items, tx.now]))
  tx.touched.row('claim', { id: claim.id }, ['total_minor', 'invoice_count'])
  return counted ?? refuse('not_found', { resource: 'claim' })
}
