import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import { idOfRequest } from '../../kernel/id-of-request.ts'
import { insertMany } from '../../kernel/insert-many.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { toMajor } from '../../kernel/values/money.ts'
import { enterInsurersMoney } from '../billing/enter-payments.ts'
import type { InvoiceRow } from '../billing/invoice-row.ts'
import { requireOpenDay, today } from '../books/move-money.ts'
import { namedTreasury } from '../books/treasury.ts'
import { answerClaims } from './answered-claims.ts'
import { type ClaimRow, isWithInsurer } from './claim.ts'
import { type ClaimItemRow, leftOf } from './claim-items.ts'
import { heldInvoices } from './claimed-invoices.ts'
import { letPatientsBear } from './let-patients-bear.ts'
import { answered, isOver, type RemittanceLine, receivedOf, requireLines } from './remittance-lines.ts'

export type RemittanceRow = TableRow<'remittance'>
export type RemittanceLineRow = TableRow<'remittance_line'>

/** Money in minor units. */
export interface NewRemittance {
  insuranceCompanyId: string
  treasuryId: string
  reference: string
  /** YYYY-MM-DD on the clinic's calendar. */
  date: string
  totalMinor: number
  lines: readonly RemittanceLine[]
  /** When what is disputed is followed up. */
  followUpOn?: string
  /** The branches whose claims are there for the one who enters it; all of them unless told. */
  branches?: readonly string[] | null
}

const claimsOf = sql<ClaimRow>('select * from claim where company_id = $1 and id = any($2)')
const lockClaims = sql<ClaimRow>('select * from claim where company_id = $1 and id = any($2) order by id for update')
const itemsOf = sql<ClaimItemRow>('select * from claim_item where company_id = $1 and claim_id = any($2)')
const linesOf = sql<RemittanceLineRow>(
  'select * from remittance_line where company_id = $1 and remittance_id = $2 order by invoice_id',
)
// Those who enter what one insurer pays come one after the other.
const lockInsurer = sql<{ id: string }>(
  'select id from insurance_company where company_id = $1 and id = $2 for no key update',
)
const entered = sql<{ id: string }>(
  'select id from remittance where company_id = $1 and insurance_company_id = $2 and reference = $3',
)

/**
 * Enters what an insurer paid and would not pay, line by line: all or nothing, and each reference of an insurer once. Invoices are
 * held first, so that what is left of their items stays; a claim that is not with the insurer has none. It takes as many
 * statements however many lines there are.
 */
export async function postRemittance(tx: Tx, input: NewRemittance): Promise<RemittanceRow> {
  const { lines } = input
  requireLines(lines)
  requireDays(tx, input)
  requireBalance(tx, input)
  await requireNew(tx, input)
  const treasuryId = await namedTreasury(tx, input.treasuryId)
  const invoices = new Map(
    (
      await heldInvoices(
        tx,
        lines.map(({ invoiceId }) => invoiceId),
      )
    ).map(row => [row.id, row]),
  )
  const { claimIds, items } = await askedOf(tx, input, invoices)
  await letPatientsBear(tx, lines, invoices)
  const claims = await tx.sql(lockClaims([tx.clinic.id, claimIds]))
  const after = new Map(items.map(item => [item.invoice_id, item]))
  for (const line of lines) after.set(line.invoiceId, answered(itemOf(after, line), line))
  await changeItems(
    tx,
    lines.map(line => itemOf(after, line)),
  )
  await answerClaims(tx, claims, [...after.values()], input.followUpOn ?? null)
  const date = await requireOpenDay(tx, treasuryId, input.date)
  const paid = lines.flatMap((line, place) => {
    const invoice = invoices.get(line.invoiceId)
    return invoice && line.receivedMinor > 0
      ? [{ invoice, amountMinor: line.receivedMinor, id: idOfRequest(tx, 'pay', String(place)) }]
      : []
  })
  const payments = await enterInsurersMoney(tx, paid, {
    ...{ insurerId: input.insuranceCompanyId, treasuryId, date, reference: input.reference },
  })
  return keep(tx, input, after, new Map(payments.map(({ invoice_id, id }) => [invoice_id, id])))
}

const itemOf = (items: ReadonlyMap<string, ClaimItemRow>, { invoiceId }: RemittanceLine): ClaimItemRow =>
  items.get(invoiceId) ?? refuse('not_found', { resource: 'invoice' })

function requireDays(tx: Tx, { date, followUpOn, lines }: NewRemittance): void {
  if (date > today(tx)) refuseInput({ path: '/date', code: 'maximum', message: 'must not be a day to come' })
  if (followUpOn !== undefined && followUpOn < today(tx))
    refuseInput({ path: '/followUpOn', code: 'minimum', message: 'must be today or later' })
  if (followUpOn === undefined && lines.some(({ disposition }) => disposition === 'DISPUTE'))
    refuseInput({ path: '/followUpOn', code: 'required', message: 'must say when what is disputed is followed up' })
}

function requireBalance({ clinic: { currency } }: Tx, { totalMinor, lines }: NewRemittance): void {
  const received = receivedOf(lines)
  if (received !== totalMinor) refuse('remittance_unbalanced', { total: toMajor(received, currency) })
}

async function requireNew(tx: Tx, { insuranceCompanyId, reference }: NewRemittance): Promise<void> {
  const [insurer] = await tx.sql(lockInsurer([tx.clinic.id, insuranceCompanyId]))
  if (!insurer) refuse('not_found', { resource: 'insurance_company' })
  const [earlier] = await tx.sql(entered([tx.clinic.id, insuranceCompanyId, reference]))
  if (earlier) refuse('already_exists', { id: earlier.id })
}

/**
 * The claims that the lines are about, with all of their items; refuses lines of what the insurer was not asked for, or that
 * say more than is left.
 */
async function askedOf(
  tx: Tx,
  { insuranceCompanyId, lines, branches = null }: NewRemittance,
  invoices: ReadonlyMap<string, InvoiceRow>,
) {
  const claimIds = [...new Set([...invoices.values()].flatMap(({ claim_id }) => claim_id ?? []))]
  const [claims, items] = await Promise.all([
    tx.sql(claimsOf([tx.clinic.id, claimIds])),
    tx.sql(itemsOf([tx.clinic.id, claimIds])),
  ])
  const claimOf = new Map(claims.map(claim => [claim.id, claim]))
  const ofInvoice = new Map(items.map(item => [item.invoice_id, item]))
  for (const [place, line] of lines.entries()) {
    const item = ofInvoice.get(line.invoiceId)
    const claim = claimOf.get(item?.claim_id ?? '')
    if (!item || claim?.insurance_company_id !== insuranceCompanyId)
      return refuseInput({
        path: `/lines/${place}/invoiceId`,
        code: 'not_claimed',
        message: 'must be on a claim of the insurer',
      })
    if (branches !== null && !branches.includes(claim.branch_id)) refuse('not_found', { resource: 'invoice' })
    if (!isWithInsurer(claim.status) || claim.status === 'FULLY_CLAIMED')
      refuse('invalid_state_transition', { from: claim.status, to: 'PARTIALLY_CLAIMED', claimId: claim.id })
    if (isOver(item, line)) refuseOver(tx, item)
  }
  return { claimIds, items }
}

function refuseOver({ clinic: { currency } }: Tx, item: ClaimItemRow): never {
  return refuse('remittance_unbalanced', { invoiceId: item.invoice_id, remaining: toMajor(leftOf(item), currency) })
}

const change = sql(`
  update claim_item
  set received_minor = now.received, rejected_minor = now.rejected, code = now.code, disposition = now.disposition
  from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
    as now (invoice_id, received, rejected, code, disposition)
  where company_id = $1 and claim_item.invoice_id = now.invoice_id`)

async function changeItems(tx: Tx, items: readonly ClaimItemRow[]): Promise<void> {
  const columns = (['invoice_id', 'received_minor', 'rejected_minor', 'code', 'disposition'] as const).map(column =>
    items.map(item => item[column]),
  )
  await tx.sql(change([tx.clinic.id, ...columns]))
}

/** What an insurer said of each invoice in a remittance. */
export const remittanceLines = (tx: Tx, id: string): Promise<RemittanceLineRow[]> => tx.sql(linesOf([tx.clinic.id, id]))

/** Keeps what the insurer said. */
async function keep(
  tx: Tx,
  input: NewRemittance,
  items: ReadonlyMap<string, ClaimItemRow>,
  paidBy: ReadonlyMap<string | null, string>,
): Promise<RemittanceRow> {
  const { insuranceCompanyId, reference, treasuryId, date, totalMinor } = input
  const id = newId('rmt', Date.parse(tx.now))
  const remittance = await tx.insert('remittance', {
    ...{ id, insurance_company_id: insuranceCompanyId, treasury_id: treasuryId, reference, date },
    ...{ total_minor: totalMinor, made_by: tx.caller.id, made_by_name: tx.caller.person?.name ?? tx.caller.kind },
  })
  const rows = input.lines.map(line => ({
    ...{ remittance_id: id, invoice_id: line.invoiceId, claim_id: itemOf(items, line).claim_id },
    ...{ received_minor: line.receivedMinor, rejected_minor: line.rejectedMinor, code: line.code ?? null },
    ...{ disposition: line.disposition ?? null, payment_id: paidBy.get(line.invoiceId) ?? null },
  }))
  for (const statement of insertMany('remittance_line', tx.clinic.id, rows)) await tx.sql(statement)
  return remittance
}
