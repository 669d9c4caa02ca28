import { MOST_INVOICES } from '@clinic/contract/staff/claim-parts.ts'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { today } from '../books/move-money.ts'
import { judgedOf, requireClaimable } from './billable.ts'
import { changeClaim } from './change-claim.ts'
import { changeClaimInvoices } from './change-claim-invoices.ts'
import { type ClaimRow, isWithInsurer } from './claim.ts'
import { type NewClaim, openClaim } from './open-claim.ts'

/** Opens a claim over what was named, or over all of the span that can be claimed; what cannot is refused, with the reason. */
export async function askInsurer(tx: Tx, { invoiceIds: named, ...input }: NewClaim): Promise<ClaimRow> {
  await tx.get('branch', input.branchId)
  await tx.get('insurance_company', input.insuranceCompanyId)
  const invoiceIds = named ?? (await claimableOf(tx, input))
  if (invoiceIds.length === 0)
    refuseInput({
      path: '/startDate',
      code: 'not_claimable',
      message: 'must begin days of which something can be claimed',
    })
  await requireClaimable(tx, invoiceIds, input, id => `/invoiceIds/${invoiceIds.indexOf(id)}`)
  return openClaim(tx, { ...input, invoiceIds })
}

async function claimableOf(tx: Tx, span: NewClaim): Promise<string[]> {
  const { judged } = await judgedOf(tx, span)
  return judged.flatMap(({ id, reasons }) => (reasons.length === 0 ? id : [])).slice(0, MOST_INVOICES)
}

interface Changed {
  id: string
  add?: readonly string[]
  remove?: readonly string[]
  name?: string | null
  partialPaymentPercent?: number
  promptPaymentPercent?: number
}

const claimsOf = sql<{ id: string; claim_id: string | null }>(
  'select id, claim_id from invoice where company_id = $1 and id = any($2)',
)

/** Changes a claim as it is agreed with the insurer, and what is on it. */
export async function changeAsked(tx: Tx, { add = [], remove = [], ...terms }: Changed): Promise<ClaimRow> {
  const { branch_id: branchId, insurance_company_id: insuranceCompanyId } = await tx.get('claim', terms.id)
  const on = new Map((await tx.sql(claimsOf([tx.clinic.id, [...add, ...remove]]))).map(row => [row.id, row.claim_id]))
  // What is on it already, or no longer, stays so.
  const added = add.filter(id => on.get(id) !== terms.id)
  const removed = remove.filter(id => on.get(id) !== null)
  if (add.some(id => remove.includes(id)))
    refuseInput({ path: '/remove', code: 'exclusive', message: 'must name no invoice that is added' })
  if (added.length > 0)
    await requireClaimable(tx, added, { branchId, insuranceCompanyId }, id => `/add/${add.indexOf(id)}`)
  if (added.length + removed.length > 0) await changeClaimInvoices(tx, { id: terms.id, add: added, remove: removed })
  return changeClaim(tx, terms)
}

/** Hands a claim that was planned over to the insurer. */
export async function handOver(tx: Tx, submitted: { id: string; reference?: string }): Promise<ClaimRow> {
  const { status } = await tx.get('claim', submitted.id)
  if (status !== 'PLANNING') refuse('invalid_state_transition', { from: status, to: 'IN_REVIEW' })
  return changeClaim(tx, { ...submitted, status: 'IN_REVIEW' })
}

/** Notes what came of asking the insurer, and when it is asked again. */
export async function followUp(tx: Tx, { id, date, note }: { id: string; date: string; note: string }): Promise<void> {
  const claim = await tx.lock('claim', id)
  if (!isWithInsurer(claim.status) || claim.status === 'FULLY_CLAIMED')
    refuse('invalid_state_transition', { from: claim.status, to: 'FOLLOWED_UP' })
  if (date < today(tx)) refuseInput({ path: '/date', code: 'minimum', message: 'must be today or later' })
  tx.add('claim_note', {
    id: newId('cln', Date.parse(tx.now)),
    ...{ claim_id: id, note, follow_up_on: date, made_by: tx.caller.id },
    made_by_name: tx.caller.person?.name ?? tx.caller.kind,
  })
  await changeRecord(tx, 'claim', claim, { follow_up_on: date })
}
