import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { RemindedVisit } from './reminder-text.ts'
import { lookAheadMs } from './reminder-time.ts'
import type { RuleRow } from './rules.ts'

export interface DueVisit extends RemindedVisit {
  created_at: string
}

/** The phone of the file, else that of who answers for the patient. */
const PHONE = `coalesce(patient.phone_number, (
  select guardian.phone_number from patient_relation as relation
  join patient as guardian on guardian.company_id = relation.company_id and guardian.id = relation.related_id
  where relation.company_id = visit.company_id and relation.patient_id = visit.patient_id and relation.kind = 'GUARDIAN'
    and guardian.phone_number is not null and guardian.deleted_at is null
  order by relation.created_at limit 1))`

const COLUMNS = `visit.id, visit.starts_at, visit.created_at, patient.id as patient_id, patient.first_name, patient.last_name,
    patient.language, ${PHONE} as phone, patient.email,
    doctor.display_name as doctor_name, doctor.display_name_ar as doctor_name_ar,
    branch.name as branch_name, branch.name_ar as branch_name_ar, branch.phones as branch_phones`

/** A move that is held counts: who is being canceled is not reminded. */
const FROM = `appointment as visit
  join patient on patient.company_id = visit.company_id and patient.id = visit.patient_id
    and patient.deleted_at is null and not patient.disabled and not patient.no_reminders
  join practitioner as doctor on doctor.company_id = visit.company_id and doctor.id = visit.doctor_id
  join branch on branch.company_id = visit.company_id and branch.id = visit.branch_id
  left join held_move as held on held.company_id = visit.company_id and held.appointment_id = visit.id
    and held.state = 'HELD'
  where visit.company_id = $1 and visit.starts_at > $2 and visit.starts_at <= $3 and visit.replaced_by_id is null
    and coalesce(held.to_status, visit.status) = any($4) and ($5::text[] = '{}' or visit.branch_id = any($5))`

const unreminded = sql<DueVisit>(`
  select ${COLUMNS} from ${FROM} and not exists (
    select from reminder where reminder.company_id = visit.company_id and reminder.appointment_id = visit.id
      and reminder.rule_id = $6 and reminder.starts_at = visit.starts_at)
  order by visit.starts_at, visit.id limit $7`)
const counted = sql<{ visits: number }>(`select count(*)::integer as visits from ${FROM}`)

const who = (rule: RuleRow) => [rule.statuses, rule.branch_ids]

/** Visits to come of which a rule has not reminded, and may have to by now. */
export function visitsAhead(tx: Tx, rule: RuleRow, most: number, aheadMs = lookAheadMs(rule)): Promise<DueVisit[]> {
  const until = new Date(Date.parse(tx.now) + aheadMs).toISOString()
  return tx.sql(unreminded([tx.clinic.id, tx.now, until, ...who(rule), rule.id, most]))
}

/** How many visits of a span a rule reminds of. */
export async function countVisits(tx: Tx, rule: RuleRow, from: string, until: string): Promise<number> {
  const [found] = await tx.sql(counted([tx.clinic.id, from, until, ...who(rule)]))
  return found?.visits ?? 0
}
