import type { BLOCKED_BY } from '@clinic/contract/staff/claim-parts.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, startOfDay } from '../../kernel/values/zone.ts'
import { type ClaimSpan, heldInvoices } from './claimed-invoices.ts'

export type BlockedBy = (typeof BLOCKED_BY)[number]

/** An invoice of an insurer, and everything that stands against claiming it. */
export interface JudgedInvoice {
  id: string
  reference_id: number
  created_at: string
  patient_id: string
  branch_id: string
  insurance_company_id: string | null
  total_minor: number
  insurance_minor: number
  first_name: string | null
  last_name: string | null
  reasons: string[]
}

/** What was to be approved is claimed once it was: of a line that the insurer bears, or of one of which it therefore bears nothing. */
const APPROVAL_MISSING = `coalesce(class.approval_required, insurer.approval_required) and exists (
  select from invoice_line line
  join procedure done on done.company_id = line.company_id and done.id = line.procedure_id and done.approval_required
  left join treatment on treatment.company_id = line.company_id and treatment.id = line.treatment_id
  where line.company_id = t.company_id and line.invoice_id = t.id and not coalesce(treatment.approved, false)
    and (line.insurance_minor > 0 or t.insurance_minor = 0))`

/** Insurers ask for the number on the card, and some for the policy; of another insurer's card nothing is known here. */
const COVERAGE_INCOMPLETE = `patient.insurance_company_id is distinct from t.insurance_company_id
  or coalesce(patient.insurance_number, '') = '' or (insurer.force_policy_select and policy.id is null)`

/** When the invoice was made. Of a policy whose end is not known its state says whether it is over. */
const COVERAGE_ENDED = `patient.insurance_company_id = t.insurance_company_id and (
  patient.insurance_end_date < (t.created_at at time zone clinic.time_zone)::date or policy.due_at <= t.created_at
  or policy.status in ('SUSPENDED', 'CANCELED') or (policy.status = 'EXPIRED' and policy.due_at is null))`

const AGAINST: readonly (readonly [reason: BlockedBy, when: string])[] = [
  ['VOIDED', 't.voided_at is not null'],
  ['ON_CLAIM', 't.claim_id is not null'],
  ['NOT_ISSUED', 't.released_at is null and t.voided_at is null'],
  ['NO_SHARE', 't.insurance_minor = 0 and t.voided_at is null'],
  ['EINVOICE_REJECTED', "t.e_invoice_status = 'REJECTED'"],
  ['APPROVAL_MISSING', APPROVAL_MISSING],
  ['COVERAGE_INCOMPLETE', COVERAGE_INCOMPLETE],
  ['COVERAGE_ENDED', COVERAGE_ENDED],
]

const JUDGED = `
  select t.id, t.reference_id, t.created_at, t.patient_id, t.branch_id, t.insurance_company_id, t.total_minor,
    t.insurance_minor, patient.first_name, patient.last_name,
    array_remove(array[${AGAINST.map(([reason, when]) => `case when ${when} then '${reason}' end`).join(',\n      ')}], null) as reasons
  from invoice t
  join clinic on clinic.company_id = t.company_id
  left join insurance_company insurer on insurer.company_id = t.company_id and insurer.id = t.insurance_company_id
  left join patient on patient.company_id = t.company_id and patient.id = t.patient_id
  left join insurance_policy policy on policy.company_id = t.company_id and policy.id = patient.insurance_policy_id
  left join policy_class class on class.company_id = t.company_id and class.id = patient.insurance_class_id`

/** So many are looked at: a claim is opened over half as many. */
export const MOST_JUDGED = 1_000

const ofSpan = sql<JudgedInvoice>(`${JUDGED}
  where t.company_id = $1 and t.insurance_company_id = $2 and t.branch_id = $3 and t.created_at >= $4 and t.created_at < $5
  order by t.created_at, t.id limit ${MOST_JUDGED + 1}`)
const named = sql<JudgedInvoice>(`${JUDGED} where t.company_id = $1 and t.id = any($2) order by t.created_at, t.id`)

const MOST_DAYS = 366

/** The invoices of the span, the oldest first, each with what stands against claiming it; and whether there are more. */
export async function judgedOf(
  tx: Tx,
  span: ClaimSpan,
  path = '/endDate',
): Promise<{ judged: JudgedInvoice[]; more: boolean }> {
  const [from, to] = [span.startDate, span.endDate]
  if (to < from) refuseInput({ path, code: 'before_start', message: 'must not be before the first day' })
  if (addDays(from, MOST_DAYS) < to)
    refuseInput({ path, code: 'window_too_wide', message: 'must be at most a year after the first day' })
  const bounds = [from, addDays(to, 1)].map(date => new Date(startOfDay(date, tx.clinic.timeZone)).toISOString())
  const rows = await tx.sql(ofSpan([tx.clinic.id, span.insuranceCompanyId, span.branchId, ...bounds]))
  return { judged: rows.slice(0, MOST_JUDGED), more: rows.length > MOST_JUDGED }
}

/**
 * Holds these invoices, and refuses the first words that stand against claiming each. What is another branch's is not found.
 */
export async function requireClaimable(
  tx: Tx,
  ids: readonly string[],
  { branchId, insuranceCompanyId }: Pick<ClaimSpan, 'branchId' | 'insuranceCompanyId'>,
  pathOf: (id: string) => string,
): Promise<void> {
  await heldInvoices(tx, ids)
  const judged = new Map((await tx.sql(named([tx.clinic.id, ids]))).map(one => [one.id, one]))
  const issues = ids.flatMap(id => {
    const found = judged.get(id)
    if (found?.branch_id !== branchId) return refuse('not_found', { resource: 'invoice' })
    const isOfOther = found.insurance_company_id !== insuranceCompanyId
    const [reason] = isOfOther ? ['OTHER_INSURER'] : found.reasons
    if (reason === undefined) return []
    return [{ path: pathOf(id), code: 'not_claimable', message: `must be claimable: ${reason}` }]
  })
  if (issues.length > 0) refuseInput(...issues)
}
