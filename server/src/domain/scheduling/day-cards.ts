import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'

type Visit = Pick<
  TableRow<'appointment'>,
  | 'id'
  | 'version'
  | 'status'
  | 'starts_at'
  | 'ends_at'
  | 'branch_id'
  | 'doctor_id'
  | 'room'
  | 'patient_id'
  | 'procedure_ids'
  | 'type'
  | 'title'
  | 'urgent'
  | 'is_online'
  | 'arrived_at'
  | 'seated_at'
  | 'finished_at'
>

/** A visit with all that its card shows of it and of its patient. */
export interface CardRow extends Visit {
  wants_change: boolean
  walk_in: boolean
  held_to: string | null
  held_at: string | null
  held_until: string | null
  held_by_name: string | null
  first_name: string | null
  last_name: string | null
  file_number: number | null
  birth_date: string | null
  first_visit: boolean
  owed_minor: number
  high_alerts: number
  consent_missing: boolean
  lab: number
  /** What became of the last message that reminds of it as it stands; null where there is none. */
  reminder_state: string | null
}

const OF_PATIENT = (alias: string) => `${alias}.company_id = t.company_id and ${alias}.patient_id = t.patient_id`

/** Whether there is such a row: a subquery that PostgreSQL asks for each visit, and never answers for all patients. */
const some = (text: string) => `coalesce((select true ${text} limit 1), false)`

const IN_TIME = (form: string) => `(${form}.expires_at is null or ${form}.expires_at > clinic_now())`

/** A form waits for a signature, or something that the visit is for is signed for first and is not. */
const CONSENT_MISSING = `(${some(`
    from consent_form as form where ${OF_PATIENT('form')} and form.sign_required and not form.signed and ${IN_TIME('form')}`)}
  or t.patient_id is not null and ${some(`
    from procedure as planned where planned.company_id = t.company_id and planned.id = any(t.procedure_ids)
      and planned.consent_template_id is not null and not ${some(`
        from consent_form as given where ${OF_PATIENT('given')} and given.template_id = planned.consent_template_id
          and given.signed and ${IN_TIME('given')}`)}`)})`

/** 0 nothing, 1 due after the visit, 2 to come before it, 3 here. */
const LAB = `coalesce((
  select min(case when made.status = 'received' then 3 when made.due_at > t.starts_at then 1 else 2 end)
  from lab_order as made where ${OF_PATIENT('made')} and made.delivered_at is null), 0)`

/** Of those that reach into a span: none is longer than twelve hours, so they began at most twelve hours before it. */
export const cardsOf = sql<CardRow>(`
  select t.id, t.version, t.status, t.starts_at, t.ends_at, t.branch_id, t.doctor_id, t.room, t.patient_id,
    t.procedure_ids, t.type, t.title, t.urgent, t.is_online, t.arrived_at, t.seated_at, t.finished_at,
    t.wants_change_at is not null as wants_change,
    coalesce(t.arrived_at = t.created_at, false) as walk_in, held.to_status as held_to, held.held_at, held.until as held_until,
    held.held_by_name, patient.first_name, patient.last_name, patient.file_number, patient.birth_date,
    t.patient_id is not null and not ${some(`
      from appointment as earlier where ${OF_PATIENT('earlier')} and earlier.status = 'COMPLETED'
        and earlier.starts_at < t.starts_at`)} as first_visit,
    (select coalesce(sum(owed.pending_minor), 0)::bigint from invoice as owed
      where ${OF_PATIENT('owed')} and owed.pending_minor > 0) as owed_minor,
    (select count(*)::integer from patient_alert as alert
      where ${OF_PATIENT('alert')} and alert.ended_at is null and alert.severity = 'HIGH') as high_alerts,
    ${CONSENT_MISSING} as consent_missing,
    ${LAB} as lab,
    (select coalesce(message.state, reminder.state) from reminder
      left join communication as message on message.company_id = reminder.company_id
        and message.id = reminder.communication_id
      where reminder.company_id = t.company_id and reminder.appointment_id = t.id and reminder.starts_at = t.starts_at
      order by reminder.created_at desc, reminder.id desc limit 1) as reminder_state
  from appointment as t
  left join held_move as held on held.company_id = t.company_id and held.appointment_id = t.id and held.state = 'HELD'
  left join patient on patient.company_id = t.company_id and patient.id = t.patient_id
  where t.company_id = $1 and t.branch_id = $2 and (t.replaced_by_id is null or $7)
    and t.starts_at > $3::timestamptz - interval '12 hours' and t.starts_at < $4 and t.ends_at > $3
    and ($5::text is null or t.doctor_id = $5) and ($6::text[] is null or t.id = any($6))
  order by t.starts_at, t.id`)
