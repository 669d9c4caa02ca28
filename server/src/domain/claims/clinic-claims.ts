import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { refuse } from '../../kernel/errors.ts'
import { listSource } from '../../kernel/list-source.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ClaimRow } from './claim.ts'
import type { ClaimItemRow } from './claim-items.ts'

export type ClaimNoteRow = TableRow<'claim_note'>

/** A claim as the staff find it. */
export interface ListedClaim extends ClaimRow {
  insurer: string
  /** Whether the insurer answered otherwise than was asked, and that is not settled. */
  mismatch: boolean
}

const from = `claim t left join lateral (
  select name from insurance_company where company_id = t.company_id and id = t.insurance_company_id offset 0) insurer on true`
// Without offset 0 the items of all claims may be read for those of a page.
const columns = `t.*, coalesce(insurer.name, '') as insurer,
  (t.status <> 'FULLY_CLAIMED' and (t.rejected_minor > 0 or exists (
    select from claim_item where company_id = t.company_id and claim_id = t.id and disposition = 'DISPUTE' offset 0))) as mismatch`

export const clinicClaims = listSource<ListedClaim>({
  name: 'listClinicClaims',
  from,
  columns,
  filters: {
    status: value => `t.status = ${value}`,
    insuranceCompanyId: value => `t.insurance_company_id = ${value}`,
    branchId: value => `t.branch_id = ${value}`,
    open: value => `t.status <> 'FULLY_CLAIMED' and ${value}::boolean`,
    followUp: value => `t.follow_up_on is not null and ${value}::boolean`,
    branches: value => `t.branch_id = any(${value})`,
  },
  derived: ['branches'],
})

/** What is claimed of an invoice, with the invoice and whose it is. */
export interface ListedItem extends ClaimItemRow {
  number: number
  invoiced_at: string
  first_name: string | null
  last_name: string | null
}

/** A claim with all that is on it. */
export interface ClaimSheetRow extends ListedClaim {
  items: ListedItem[]
  notes: ClaimNoteRow[]
}

const one = sql<ListedClaim>(`select ${columns} from ${from} where t.company_id = $1 and t.id = $2`)
const items = sql<ListedItem>(`
  select item.*, i.reference_id as number, i.created_at as invoiced_at, patient.first_name, patient.last_name
  from claim_item item
  join invoice i on i.company_id = item.company_id and i.id = item.invoice_id
  left join patient on patient.company_id = i.company_id and patient.id = i.patient_id
  where item.company_id = $1 and item.claim_id = $2 order by i.created_at, i.id`)
const notes = sql<ClaimNoteRow>(
  'select * from claim_note where company_id = $1 and claim_id = $2 order by created_at desc, id desc',
)

export async function readClaim(tx: Tx, id: string): Promise<ClaimSheetRow> {
  const about = [tx.clinic.id, id]
  const [[claim], itemsOfIt, notesOfIt] = await Promise.all([
    tx.sql(one(about)),
    tx.sql(items(about)),
    tx.sql(notes(about)),
  ])
  return { ...(claim ?? refuse('not_found', { resource: 'claim' })), items: itemsOfIt, notes: notesOfIt }
}

const MOST_OPEN = 500
const openItems = sql<ListedItem & { claim_number: number }>(`
  select item.*, i.reference_id as number, i.created_at as invoiced_at, patient.first_name, patient.last_name,
    claim.reference_id as claim_number
  from claim
  join claim_item item on item.company_id = claim.company_id and item.claim_id = claim.id
  join invoice i on i.company_id = item.company_id and i.id = item.invoice_id
  left join patient on patient.company_id = i.company_id and patient.id = i.patient_id
  where claim.company_id = $1 and claim.insurance_company_id = $2 and claim.status in ('IN_REVIEW', 'PARTIALLY_CLAIMED')
    and ($3::text[] is null or claim.branch_id = any($3))
    and item.claimed_minor > item.received_minor + item.rejected_minor
  order by i.created_at, i.id limit ${MOST_OPEN}`)

/** What an insurer has not answered of the claims in sight that it has. */
export async function openItemsOf(tx: Tx, insuranceCompanyId: string) {
  await tx.get('insurance_company', insuranceCompanyId)
  return tx.sql(openItems([tx.clinic.id, insuranceCompanyId, branchesOf(tx)]))
}
