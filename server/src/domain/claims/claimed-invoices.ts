import { invoiceUpdated } from '@clinic/contract/invoices.ts'
import { sql } from '../../db/statement.ts'
import type { NewFields } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, startOfDay } from '../../kernel/values/zone.ts'
import { type InvoiceRow, invoiceFacts } from '../billing/invoice-row.ts'
import { addItems, removeItems } from './claim-items.ts'

/** Whose invoices a claim is for, and of which days (YYYY-MM-DD, both included). */
export type ClaimSpan = Pick<NewFields<'claim'>, 'insuranceCompanyId' | 'branchId' | 'startDate' | 'endDate'>

// Invoices are always locked before their claim, by id, so that no two transactions wait for each other.
const unclaimed = sql<InvoiceRow>(`
  select * from invoice
  where company_id = $1 and insurance_company_id = $2 and branch_id = $3 and created_at >= $4 and created_at < $5
    and claim_id is null and insurance_minor > 0 and released_at is not null
  order by id for no key update`)
const named = sql<InvoiceRow>(
  'select * from invoice where company_id = $1 and id = any($2) order by id for no key update',
)
const ofClaim = sql<InvoiceRow>(`
  select * from invoice where company_id = $1 and claim_id = $2 order by id for no key update`)
const assign = sql<InvoiceRow>(`
  update invoice set claim_id = $3, updated_at = $4 where company_id = $1 and id = any($2) returning *`)

/** The invoices of the span that were handed over, have an insurer's share and are on no claim yet; locked. */
export function unclaimedInvoices(tx: Tx, span: ClaimSpan): Promise<InvoiceRow[]> {
  const { timeZone } = tx.clinic
  const [from, to] = [startOfDay(span.startDate, timeZone), startOfDay(addDays(span.endDate, 1), timeZone)]
  const bounds = [from, to].map(instant => new Date(instant).toISOString())
  return tx.sql(unclaimed([tx.clinic.id, span.insuranceCompanyId, span.branchId, ...bounds]))
}

/** The invoices with these ids, each of the insurer and the branch and on no claim yet; locked. */
export async function claimableInvoices(
  tx: Tx,
  ids: readonly string[],
  { insuranceCompanyId, branchId }: Pick<ClaimSpan, 'insuranceCompanyId' | 'branchId'>,
): Promise<InvoiceRow[]> {
  const invoices = await heldInvoices(tx, ids)
  if (invoices.some(({ claim_id }) => claim_id !== null))
    refuse('invalid_state_transition', { from: 'CLAIMED', to: 'CLAIMED' })
  const fits = (invoice: InvoiceRow) =>
    invoice.insurance_company_id === insuranceCompanyId && invoice.branch_id === branchId && invoice.insurance_minor > 0
  if (invoices.every(fits)) return invoices
  return refuseInput({
    path: '/invoiceIds',
    code: 'not_claimable',
    message: 'must be invoices of the branch that the insurer has a share of',
  })
}

/** The invoices with these ids, locked; one that is unknown is not found. */
export async function heldInvoices(tx: Tx, ids: readonly string[]): Promise<InvoiceRow[]> {
  const unique = [...new Set(ids)]
  const invoices = await tx.sql(named([tx.clinic.id, unique]))
  return invoices.length === unique.length ? invoices : refuse('not_found', { resource: 'invoice' })
}

/** The invoices that are on a claim, locked. */
export const invoicesOf = (tx: Tx, claimId: string): Promise<InvoiceRow[]> => tx.sql(ofClaim([tx.clinic.id, claimId]))

/** Puts locked invoices on a claim, or takes them off it, with the items of the claim, and tells that they changed. */
export async function assignInvoices(tx: Tx, invoices: readonly InvoiceRow[], claimId: string | null): Promise<void> {
  if (invoices.length === 0) return
  const ids = invoices.map(({ id }) => id)
  const changed = await tx.sql(assign([tx.clinic.id, ids, claimId, tx.now]))
  await (claimId === null ? removeItems(tx, ids) : addItems(tx, claimId, changed))
  for (const invoice of changed) tx.emit(invoiceUpdated, invoiceFacts(tx.clinic, invoice), {})
}

export const insurersShare = (invoices: readonly InvoiceRow[]): number =>
  invoices.reduce((sum, { insurance_minor }) => sum + insurance_minor, 0)
