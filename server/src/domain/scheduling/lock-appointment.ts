import { APPOINTMENT_STATUSES, type AppointmentStatus } from '@clinic/contract/appointments.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import type { Tx } from '../../kernel/tx.ts'
import { wordOf } from '../../kernel/values/word-of.ts'
import type { AppointmentRow } from './appointment.ts'
import { performMove } from './perform-move.ts'
import { appointmentStatus, stepsTo } from './status.ts'

export type HeldMoveRow = TableRow<'held_move'>

const heldOf = sql<HeldMoveRow>(`
  select * from held_move where company_id = $1 and appointment_id = $2 and state = 'HELD'`)
const commit = sql(`
  update held_move set state = 'COMMITTED', updated_at = $3 where company_id = $1 and id = $2 and state = 'HELD'`)
const heldStatus = wordOf(APPOINTMENT_STATUSES)

/** Where a held move leads. */
export const heldTo = ({ to_status }: Pick<HeldMoveRow, 'to_status'>): AppointmentStatus => heldStatus(to_status)

/** An appointment that is locked until the transaction ends, as everybody was told of it, and the move that is held. */
export async function lockWithHeld(
  tx: Tx,
  id: string,
): Promise<{ appointment: AppointmentRow; held: HeldMoveRow | undefined }> {
  // Both go out together: the second is read once the first is locked.
  const [appointment, [held]] = await Promise.all([tx.lock('appointment', id), tx.sql(heldOf([tx.clinic.id, id]))])
  return { appointment, held }
}

/**
 * The appointment, locked until the transaction ends, or 404. A move that is held is committed first, for every caller
 * alike, so that events come in the order in which things happened, and none is lost.
 */
export async function lockAppointment(tx: Tx, id: string): Promise<AppointmentRow> {
  const { appointment, held } = await lockWithHeld(tx, id)
  return held ? commitHeld(tx, appointment, held) : appointment
}

/** Does what is held as if it had been done when it was made, by who made it. */
export async function commitHeld(tx: Tx, appointment: AppointmentRow, held: HeldMoveRow): Promise<AppointmentRow> {
  const made = { at: held.held_at, by: `staff ${held.held_by}` }
  let after = appointment
  for (const to of stepsTo(appointmentStatus(appointment), heldTo(held)))
    after = await performMove(tx, after, { ...made, to, cancelReason: held.reason })
  await tx.sql(commit([tx.clinic.id, held.id, tx.now]))
  return after
}
