import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { localDate, startOfDay } from '../../kernel/values/zone.ts'
import type { PatientRow } from '../patients/patient-file.ts'
import type { Insured } from './shares.ts'

interface Terms {
  name: string
  start_month: number | null
  approval_required: boolean
  max_limit_minor: number | null
  due_at: string | null
}

const terms = sql<Terms>(`
  select insurer.name, insurer.insurance_start_month as start_month, class.max_limit_minor, policy.due_at,
    coalesce(class.approval_required, insurer.approval_required) as approval_required
  from insurance_company as insurer
  left join policy_class as class on class.company_id = insurer.company_id and class.id = $3
  left join insurance_policy as policy on policy.company_id = insurer.company_id and policy.id = $4
  where insurer.company_id = $1 and insurer.id = $2`)
const issued = sql<{ minor: number }>(`
  select coalesce(sum(insurance_minor), 0)::bigint as minor from invoice
  where company_id = $1 and patient_id = $2 and insurance_company_id = $3 and released_at >= $4`)

/** What the patient's insurer bears, and what is left of its year; nothing of those who pay alone. */
export async function insuredAs(tx: Tx, patient: PatientRow): Promise<(Insured & { name: string }) | undefined> {
  const { insurance_company_id: insurerId, insurance_limit_minor: limit } = patient
  if (insurerId === null) return undefined
  const [found] = await tx.sql(
    terms([tx.clinic.id, insurerId, patient.insurance_class_id, patient.insurance_policy_id]),
  )
  if (!found) return undefined
  const since = yearStart(tx, found.start_month ?? 1)
  const isLimited = limit !== null && !patient.insurance_unlimited
  const [used] = isLimited ? await tx.sql(issued([tx.clinic.id, patient.id, insurerId, since])) : []
  return {
    ...{ insurerId, name: found.name, percent: patient.insurance_percentage ?? 0 },
    mostOfPatientMinor: found.max_limit_minor,
    leftMinor: isLimited ? Math.max(limit - (used?.minor ?? 0), 0) : null,
    asksForApproval: found.approval_required,
    hasEnded: hasEnded(tx, patient, found),
  }
}

function hasEnded(tx: Tx, { insurance_end_date: last }: PatientRow, { due_at: due }: Terms): boolean {
  const today = localDate(Date.parse(tx.now), tx.clinic.timeZone)
  return (last !== null && last < today) || (due !== null && Date.parse(due) <= Date.parse(tx.now))
}

/** When the insurer's year began, on the clinic's calendar. */
function yearStart({ now, clinic: { timeZone } }: Tx, month: number): string {
  const today = Temporal.PlainDate.from(localDate(Date.parse(now), timeZone))
  const begins = today.with({ month, day: 1 })
  const first = Temporal.PlainDate.compare(begins, today) > 0 ? begins.subtract({ years: 1 }) : begins
  return new Date(startOfDay(first.toString(), timeZone)).toISOString()
}
