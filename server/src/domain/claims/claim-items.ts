import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuseInput } from '../../kernel/errors.ts'
import { insertMany } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { splitBetween } from './claim-amounts.ts'

export type ClaimItemRow = TableRow<'claim_item'>

/** Claims the insurer's share of these invoices. */
export async function addItems(tx: Tx, claimId: string, invoices: readonly InvoiceRow[]): Promise<void> {
  const rows = invoices.map(({ id, insurance_minor }) => ({
    ...{ claim_id: claimId, invoice_id: id, claimed_minor: insurance_minor },
    ...{ received_minor: 0, rejected_minor: 0 },
  }))
  for (const statement of insertMany('claim_item', tx.clinic.id, rows)) await tx.sql(statement)
}

const remove = sql('delete from claim_item where company_id = $1 and invoice_id = any($2)')

/** Claims nothing of these invoices any more. */
export async function removeItems(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  await tx.sql(remove([tx.clinic.id, invoiceIds]))
}

const claimOther = sql('update claim_item set claimed_minor = $3 where company_id = $1 and invoice_id = $2')

/** Claims another share of an invoice. */
export async function changeItem(tx: Tx, { id, insurance_minor }: InvoiceRow): Promise<void> {
  await tx.sql(claimOther([tx.clinic.id, id, insurance_minor]))
}

const ofClaim = sql<ClaimItemRow>(`
  select item.* from claim_item item
  join invoice i on i.company_id = item.company_id and i.id = item.invoice_id
  where item.company_id = $1 and item.claim_id = $2 order by i.created_at, i.id`)
const sums = sql<{ claimed: number; received: number; rejected: number; items: number }>(`
  select coalesce(sum(claimed_minor), 0)::bigint as claimed, coalesce(sum(received_minor), 0)::bigint as received,
    coalesce(sum(rejected_minor), 0)::bigint as rejected, count(*)::integer as items
  from claim_item where company_id = $1 and claim_id = $2`)
const NONE = { claimed: 0, received: 0, rejected: 0, items: 0 }

/** What the items of a claim add up to. */
export const sumsOf = async (tx: Tx, claimId: string) => (await tx.sql(sums([tx.clinic.id, claimId])))[0] ?? NONE

const answer = sql(`
  update claim_item item
  set received_minor = item.received_minor + more.received, rejected_minor = item.rejected_minor + more.rejected,
    disposition = case when more.rejected > 0 then 'WRITE_OFF' else item.disposition end
  from unnest($2::text[], $3::bigint[], $4::bigint[]) as more (invoice_id, received, rejected)
  where item.company_id = $1 and item.invoice_id = more.invoice_id`)

/** What an insurer says of a claim as a whole, in minor units; below zero what it takes back of what it rejected. */
interface Answered {
  receivedMinor: number
  rejectedMinor: number
}

/**
 * Shares out over the items what the insurer paid and rejected of the whole claim, by what was left of each; what it would pay
 * after all is taken off what it rejected of each. Answers what was received of each invoice.
 */
export async function shareOut(
  tx: Tx,
  claimId: string,
  { receivedMinor, rejectedMinor }: Answered,
): Promise<ReadonlyMap<string, number>> {
  if (receivedMinor === 0 && rejectedMinor === 0) return new Map()
  const items = await tx.sql(ofClaim([tx.clinic.id, claimId]))
  const mostBack = items.reduce((sum, item) => sum + takenBack(item), 0)
  if (-rejectedMinor > mostBack)
    refuseInput({ path: '/rejectedMinor', code: 'range', message: 'must be at least what patients bear of it' })
  const back = splitBetween(Math.max(-rejectedMinor, 0), items.map(takenBack))
  const lefts = items.map((item, at) => leftOf(item) + (back[at] ?? 0))
  const received = splitBetween(receivedMinor, lefts)
  const rejected = splitBetween(
    Math.max(rejectedMinor, 0),
    lefts.map((left, at) => left - (received[at] ?? 0)),
  )
  const ids = items.map(({ invoice_id }) => invoice_id)
  const changes = rejected.map((minor, at) => minor - (back[at] ?? 0))
  await tx.sql(answer([tx.clinic.id, ids, received, changes]))
  return new Map(ids.map((id, at) => [id, received[at] ?? 0]))
}

/** What the patient bears stays rejected: it is the patient's by now. */
const takenBack = ({ rejected_minor, disposition }: ClaimItemRow): number =>
  disposition === 'PATIENT' ? 0 : rejected_minor

/** What the insurer has said nothing of yet. */
export const leftOf = ({ claimed_minor, received_minor, rejected_minor }: ClaimItemRow): number =>
  claimed_minor - received_minor - rejected_minor
