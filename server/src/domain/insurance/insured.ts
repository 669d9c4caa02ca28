import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { localDate, startOfDay } from '../../kernel/values/zone.ts'
import type { PatientRow } from '../patients/patient-file.ts'
import type { Insured } from './shares.ts'

interface Terms {
  name: string
  policy_number: string | null
  class_name: string | null
  start_month: number | null
  approval_required: boolean
  max_limit_minor: number | null
  due_at: string | null
  status: string | null
}

const terms = sql<Terms>(`
  select insurer.name, policy.policy_number, class.name as class_name, insurer.insurance_start_month as start_month,
    class.max_limit_minor, policy.due_at, policy.status,
    coalesce(class.approval_required, insurer.approval_required) as approval_required
  from insurance_company as insurer
  left join policy_class as class on class.company_id = insurer.company_id and class.id = $3
  left join insurance_policy as policy on policy.company_id = insurer.company_id and policy.id = $4
  where insurer.company_id = $1 and insurer.id = $2`)
const issued = sql<{ minor: number }>(`
  select coalesce(sum(insurance_minor), 0)::bigint as minor from invoice
  where company_id = $1 and patient_id = $2 and insurance_company_id = $3 and released_at >= $4`)

type Named = Insured & { name: string }

/** What the patient's insurer bears, and what is left of its year; nothing of those who pay alone. */
export async function insuredAs(tx: Tx, patient: PatientRow): Promise<Named | undefined> {
  const found = await termsOf(tx, patient)
  return found && insuredBy(tx, patient, found, isLimited(patient) ? await usedOf(tx, patient, found) : 0)
}

/** The same with how the patient is insured, and with what the insurer bears of its year where it has no limit, too. */
export interface Coverage extends Named {
  policyNumber: string | null
  className: string | null
  usedMinor: number
  /** The first and the last day of the insurer's year. */
  year: readonly [from: string, to: string]
}

export async function coverageOf(tx: Tx, patient: PatientRow): Promise<Coverage | undefined> {
  const found = await termsOf(tx, patient)
  if (!found) return undefined
  const usedMinor = await usedOf(tx, patient, found)
  const from = yearStart(tx, found)
  return {
    ...insuredBy(tx, patient, found, usedMinor),
    ...{ policyNumber: found.policy_number, className: found.class_name, usedMinor },
    year: [from.toString(), from.add({ years: 1 }).subtract({ days: 1 }).toString()],
  }
}

async function termsOf(tx: Tx, patient: PatientRow): Promise<(Terms & { insurerId: string }) | undefined> {
  const { insurance_company_id: insurerId, insurance_class_id: classId, insurance_policy_id: policyId } = patient
  if (insurerId === null) return undefined
  const [found] = await tx.sql(terms([tx.clinic.id, insurerId, classId, policyId]))
  return found && { ...found, insurerId }
}

const isLimited = ({ insurance_limit_minor: limit, insurance_unlimited: unlimited }: PatientRow): boolean =>
  limit !== null && !unlimited

/** The insurer's shares of what was issued to the patient since its year began. */
async function usedOf(tx: Tx, patient: PatientRow, found: Terms & { insurerId: string }): Promise<number> {
  const since = new Date(startOfDay(yearStart(tx, found).toString(), tx.clinic.timeZone)).toISOString()
  const [used] = await tx.sql(issued([tx.clinic.id, patient.id, found.insurerId, since]))
  return used?.minor ?? 0
}

function insuredBy(tx: Tx, patient: PatientRow, found: Terms & { insurerId: string }, usedMinor: number): Named {
  const { insurance_limit_minor: limit } = patient
  return {
    ...{ insurerId: found.insurerId, name: found.name, percent: patient.insurance_percentage ?? 0 },
    mostOfPatientMinor: found.max_limit_minor,
    leftMinor: limit !== null && isLimited(patient) ? Math.max(limit - usedMinor, 0) : null,
    asksForApproval: found.approval_required,
    hasEnded: hasEnded(tx, patient, found),
  }
}

/** After the last day, and by a policy that is over, suspended or canceled, nothing is borne. */
function hasEnded(tx: Tx, { insurance_end_date: last }: PatientRow, { due_at: due, status }: Terms): boolean {
  const today = localDate(Date.parse(tx.now), tx.clinic.timeZone)
  const isOver = (last !== null && last < today) || (due !== null && Date.parse(due) <= Date.parse(tx.now))
  return isOver || (status !== null && status !== 'ACTIVE')
}

/** The same in SQL, of the rows `patient` and `policy`, at an instant and on that day; both are parameters. */
export const coverageEnded = (now: string, today: string): string =>
  `coalesce(patient.insurance_end_date < ${today}::date, false) or coalesce(policy.due_at <= ${now}::timestamptz, false)
  or coalesce(policy.status <> 'ACTIVE', false)`

/** The day on which the insurer's year began, on the clinic's calendar. */
function yearStart({ now, clinic: { timeZone } }: Tx, { start_month: month }: Terms): Temporal.PlainDate {
  const today = Temporal.PlainDate.from(localDate(Date.parse(now), timeZone))
  const begins = today.with({ month: month ?? 1, day: 1 })
  return Temporal.PlainDate.compare(begins, today) > 0 ? begins.subtract({ years: 1 }) : begins
}
