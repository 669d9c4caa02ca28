import type { Returned } from '@clinic/contract/kernel.ts'
import type { getDayAppointment } from '@clinic/contract/staff/appointments.ts'
import type { Actor } from '../domain/audit/audit-actors.ts'
import { toldChanges } from '../domain/patients/record-changes.ts'
import type { readAppointment } from '../domain/scheduling/read-appointment.ts'
import { refuse } from '../kernel/errors.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentCards } from './day.ts'

/** A visit with its last changes. */
export function presentDayAppointment(
  tx: Tx,
  { row, day, changes }: Awaited<ReturnType<typeof readAppointment>>,
  actorOf: (caller: string) => Actor,
): Returned<typeof getDayAppointment> {
  const card = presentCards(day, tx.clinic)[0] ?? refuse('not_found', { resource: 'appointment' })
  return {
    ...card,
    details: row.details,
    cancelReason: row.cancel_reason,
    replacedById: row.replaced_by_id,
    createdAt: row.created_at,
    changes: changes.map(({ version, at, caller, changes: told }) => {
      const { kind, name } = actorOf(caller)
      return { version, at, by: { kind, name }, changes: toldChanges(tx, told) }
    }),
  }
}
