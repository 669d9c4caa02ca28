import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { isTooLate } from './too-late.ts'

interface QueuedReminder {
  id: string
  is_wanted: boolean
  due_at: string
  starts_at: string
  minutes_before: number | null
}

/** What is said is read anew as it is sent: whether the visit is still as it was, and it is neither too late nor too near. */
const live = sql<QueuedReminder>(`
  select reminder.id,
    visit.starts_at = reminder.starts_at and coalesce(held.to_status, visit.status) = any(rule.statuses)
      and not patient.disabled and patient.deleted_at is null and not patient.no_reminders as is_wanted,
    reminder.due_at, visit.starts_at, rule.minutes_before
  from reminder
  join reminder_rule as rule on rule.company_id = reminder.company_id and rule.id = reminder.rule_id
  join appointment as visit on visit.company_id = reminder.company_id and visit.id = reminder.appointment_id
  join patient on patient.company_id = visit.company_id and patient.id = visit.patient_id
  left join held_move as held on held.company_id = visit.company_id and held.appointment_id = visit.id
    and held.state = 'HELD'
  where reminder.company_id = $1 and reminder.communication_id = $2 and reminder.state = 'QUEUED'`)
const end = sql('update reminder set state = $3, updated_at = $4 where company_id = $1 and id = $2')

/** Whether a message is to be sent still: one that reminds of a visit is not, where that has changed; what was to come of it is noted. */
export async function isStillDue(tx: Tx, communicationId: string): Promise<boolean> {
  const [reminder] = await tx.sql(live([tx.clinic.id, communicationId]))
  if (!reminder) return true
  const [dueAt, startsAt] = [Date.parse(reminder.due_at), Date.parse(reminder.starts_at)]
  const isLate = isTooLate({ dueAt, startsAt, minutesBefore: reminder.minutes_before }, Date.parse(tx.now))
  if (reminder.is_wanted && !isLate) return true
  await tx.sql(end([tx.clinic.id, reminder.id, reminder.is_wanted ? 'SKIPPED' : 'CANCELED', tx.now]))
  return false
}
