import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import { Id } from '@clinic/contract/fields.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import { enqueue, jobKind } from '../../kernel/job-queue.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import type { AppointmentRow } from './appointment.ts'
import { dayRules } from './day-rules.ts'
import { commitHeld, lockAppointment, lockWithHeld } from './lock-appointment.ts'
import { performMove } from './perform-move.ts'
import { appointmentStatus, stepsTo } from './status.ts'

/** What the worker is told of a move that is held. */
export const heldMoveCommit = jobKind('commit_move', { appointmentId: Id, heldMoveId: Id })

interface StaffMove {
  id: string
  /** What the person saw. */
  from: AppointmentStatus
  to: AppointmentStatus
  reason?: string | undefined
  /** Whether it may be taken back for a while; it may unless told. */
  hold?: boolean | undefined
}

const insert = sql(`
  insert into held_move
    (company_id, id, created_at, updated_at, appointment_id, to_status, reason, held_by, held_by_name, held_at, until)
  values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $3, $9)`)
const undo = sql(`update held_move set state = 'UNDONE', updated_at = $3 where company_id = $1 and id = $2`)

/**
 * Moves an appointment as a person of the staff does: what they saw must still be so, and it is held for as long as the clinic
 * has said, for them to take it back unheard.
 */
export async function moveByStaff(tx: Tx, { id, from, to, reason, hold = true }: StaffMove): Promise<AppointmentRow> {
  const [before, { holdSeconds }] = await Promise.all([lockAppointment(tx, id), dayRules(tx)])
  const status = appointmentStatus(before)
  const steps = stepsTo(from, to)
  if (status !== from || steps.length === 0) return refuse('invalid_state_transition', { from: status, to })
  if (hold && holdSeconds > 0) return holdMove(tx, before, { to, reason, holdSeconds })
  let after = before
  for (const step of steps) after = await performMove(tx, after, { to: step, cancelReason: reason })
  return after
}

async function holdMove(
  tx: Tx,
  appointment: AppointmentRow,
  { to, reason, holdSeconds }: Pick<StaffMove, 'to' | 'reason'> & { holdSeconds: number },
): Promise<AppointmentRow> {
  const id = newId('hmv', Date.parse(tx.now))
  const until = new Date(Date.parse(tx.now) + holdSeconds * 1_000).toISOString()
  const { id: appointmentId } = appointment
  const by = [tx.caller.id, tx.caller.person?.name ?? tx.caller.kind]
  await Promise.all([
    tx.sql(insert([tx.clinic.id, id, tx.now, appointmentId, to, reason ?? null, ...by, until])),
    enqueue(tx, heldMoveCommit, { appointmentId, heldMoveId: id }, { at: until, key: id }),
  ])
  tx.touched.row('appointment', { id: appointmentId, patient_id: appointment.patient_id }, ['status'])
  return appointment
}

/** Takes a held move back: nothing outside has heard of it, and nothing of the appointment has changed. */
export async function undoHeldMove(tx: Tx, { id }: { id: string }): Promise<AppointmentRow> {
  const { appointment, held } = await lockWithHeld(tx, id)
  if (!held || held.until <= tx.now) return refuse('undo_expired')
  await tx.sql(undo([tx.clinic.id, held.id, tx.now]))
  tx.touched.row('appointment', { id, patient_id: appointment.patient_id }, ['status'])
  return appointment
}

const isHeld = sql<{ id: string }>(`
  select id from held_move where company_id = $1 and id = $2 and state = 'HELD'`)

/** Commits a move whose time to be taken back is over; one that was taken back, or committed by a later write, is done with. */
export async function commitHeldMove(
  tx: Tx,
  { appointmentId, heldMoveId }: { appointmentId: string; heldMoveId: string },
): Promise<void> {
  const [waiting] = await tx.sql(isHeld([tx.clinic.id, heldMoveId]))
  if (!waiting) return
  const { appointment, held } = await lockWithHeld(tx, appointmentId)
  if (held?.id === heldMoveId) await commitHeld(tx, appointment, held)
}
