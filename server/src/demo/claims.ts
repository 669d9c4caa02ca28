import { sql } from '../db/statement.ts'
import { agreedAmounts, splitBetween } from '../domain/claims/claim-amounts.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { percentOf } from '../kernel/values/money.ts'
import { addDays, localDate, startOfDay } from '../kernel/values/zone.ts'
import { DAY_MS, HOUR_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

type Invoice = Readonly<RowsOf<'invoice'>[number]>
type Status = 'PLANNING' | 'IN_REVIEW' | 'PARTIALLY_CLAIMED' | 'FULLY_CLAIMED'

/** The month under way is planned, the last one in review; of earlier ones one claim in three still lacks a part. */
function statusAt(ageMonths: number, index: number): Status {
  if (ageMonths <= 1) return ageMonths === 1 ? 'IN_REVIEW' : 'PLANNING'
  return index % 3 === 0 ? 'PARTIALLY_CLAIMED' : 'FULLY_CLAIMED'
}
const TERMS = { partialPaymentPercent: 85, promptPaymentPercent: 5 }
const REJECTED_PERCENT = 8
const REVIEW_DAYS = 2
const PARTIAL_DAYS = 12
const FULL_DAYS = 25
/** What was billed within so many days is still to be claimed, and the newest so many, however long the clinic was closed. */
const WAITING_DAYS = 3
const LEAST_WAITING = 6

/** Of what was billed, that the insurer has not approved it. */
export const isUnapproved = ({ approval_required, approved }: Readonly<RowsOf<'treatment'>[number]>) =>
  approval_required && !approved

const ageOf = (month: string, today: string): number => {
  const monthsOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return monthsOf(today) - monthsOf(month)
}

/** Claimable invoices by insurer, branch and month (YYYY-MM). */
function groups({ made, plan, now }: DemoContext): Map<string, Invoice[]> {
  const unanswered = new Set(
    made('treatment')
      .filter(isUnapproved)
      .map(({ invoice_id }) => invoice_id),
  )
  const claimable = made('invoice')
    .filter(
      ({ insurance_company_id, insurance_minor, released_at }) =>
        insurance_company_id && insurance_minor > 0 && released_at,
    )
    .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
    .slice(0, -LEAST_WAITING)
    .filter(({ id, created_at }) => !unanswered.has(id) && Date.parse(created_at) < now - WAITING_DAYS * DAY_MS)
  const keyOf = ({ insurance_company_id, branch_id, created_at }: Invoice) =>
    [localDate(Date.parse(created_at), plan.facts.timeZone).slice(0, 7), insurance_company_id, branch_id].join(' ')
  return Map.groupBy(claimable, keyOf)
}

function claimRow(context: DemoContext, key: string, invoices: readonly Invoice[], index: number) {
  const [month = '', insurer = '', branch = ''] = key.split(' ')
  const { plan, now, today, id } = context
  const age = ageOf(month, today)
  const status = statusAt(age, index)
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const ended = startOfDay(next, plan.facts.timeZone) + (index % 8) * HOUR_MS
  const created = age > 0 ? Math.min(ended, now) : now - HOUR_MS
  const at = (days: number) => iso(Math.min(created + days * DAY_MS, now))
  const rank = ['PLANNING', 'IN_REVIEW', 'PARTIALLY_CLAIMED', 'FULLY_CLAIMED'].indexOf(status)
  const totalMinor = invoices.reduce((sum, { insurance_minor }) => sum + insurance_minor, 0)
  const agreed = agreedAmounts({ totalMinor, ...TERMS })
  const { partial_payment_minor: partial, prompt_payment_minor: prompt } = agreed
  const rejected = status === 'PARTIALLY_CLAIMED' ? percentOf(totalMinor, REJECTED_PERCENT) : 0
  const received = { PARTIALLY_CLAIMED: partial - prompt, FULLY_CLAIMED: totalMinor - prompt }
  const touched = [created, ...[REVIEW_DAYS, PARTIAL_DAYS, FULL_DAYS].slice(0, rank).map(days => Date.parse(at(days)))]
  return {
    id: id('claim', key),
    reference_id: index + 1,
    name: `${month} ${plan.branches.find(each => id('branch', each.key) === branch)?.name ?? ''}`.trim(),
    status,
    branch_id: branch,
    insurance_company_id: insurer,
    start_date: first,
    end_date: addDays(next, -1),
    ...agreed,
    invoice_count: invoices.length,
    partial_payment_percent: TERMS.partialPaymentPercent,
    prompt_payment_percent: TERMS.promptPaymentPercent,
    rejected_minor: rejected,
    received_minor: status === 'PARTIALLY_CLAIMED' || status === 'FULLY_CLAIMED' ? received[status] : 0,
    reviewed_at: rank >= 1 ? at(REVIEW_DAYS) : null,
    partially_claimed_at: rank >= 2 ? at(PARTIAL_DAYS) : null,
    fully_claimed_at: rank >= 3 ? at(FULL_DAYS) : null,
    created_at: iso(created),
    updated_at: iso(Math.max(...touched)),
  }
}

/** What is claimed of each invoice of a claim, and what came of it: the claim is their sum. */
function itemRows(claim: ReturnType<typeof claimRow>, invoices: readonly Invoice[]): RowsOf<'claim_item'> {
  const shares = invoices.map(({ insurance_minor }) => insurance_minor)
  const received = splitBetween(claim.received_minor, shares)
  const rejected = splitBetween(
    claim.rejected_minor,
    shares.map((share, at) => share - (received[at] ?? 0)),
  )
  return invoices.map(({ id }, at) => ({
    ...{ claim_id: claim.id, invoice_id: id, claimed_minor: shares[at] ?? 0 },
    ...{ received_minor: received[at] ?? 0, rejected_minor: rejected[at] ?? 0 },
    code: (rejected[at] ?? 0) > 0 ? 'CV-1-4' : null,
    disposition: (rejected[at] ?? 0) > 0 ? 'WRITE_OFF' : null,
  }))
}

const assignInvoices = sql(`
  update invoice set claim_id = item.claim_id from claim_item item
  where item.company_id = $1 and invoice.company_id = $1 and invoice.id = item.invoice_id`)

/** Of those that are on no claim yet, the first is of a patient without a number, and the second of one whose cover is over. */
const blockSome = sql(`
  update patient
  set insurance_number = case when waiting.place = 1 then null else insurance_number end,
    insurance_end_date = case when waiting.place = 2 then waiting.created_at::date - 30 else insurance_end_date end
  from (
    select patient_id, min(created_at) as created_at, row_number() over (order by min(created_at), patient_id) as place
    from invoice where company_id = $1 and claim_id is null and insurance_minor > 0 and released_at is not null
      and not exists (select from treatment where treatment.company_id = $1 and treatment.patient_id = invoice.patient_id
        and treatment.invoice_id is not null and approval_required and not approved)
    group by patient_id) waiting
  where patient.company_id = $1 and patient.id = waiting.patient_id and waiting.place <= 2`)

/** Claims by insurer, branch and month, the older the further, over the invoices that earlier steps made. */
export const claimsStep: DemoStep = {
  name: 'claims',
  rows(context) {
    const made = [...groups(context)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, invoices], index) => ({ claim: claimRow(context, key, invoices, index), invoices }))
    const claim = made.map(one => one.claim)
    const claim_item = made.flatMap(one => itemRows(one.claim, one.invoices))
    return { claim, claim_item, clinic_counter: [{ name: 'claim', value: claim.length }] }
  },
  settle: companyId => [assignInvoices([companyId]), blockSome([companyId])],
}
