import { appointmentUpdated } from '@clinic/contract/appointments.ts'
import { sql } from '../../db/statement.ts'
import type { TableRow } from '../../db/tables.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import { appointmentFacts } from '../scheduling/appointment.ts'
import { lockAppointment } from '../scheduling/lock-appointment.ts'

export interface RenamedRoom {
  from: string
  to: string
}

const visitsIn = sql<{ id: string }>(`
  select id from appointment
  where company_id = $1 and branch_id = $2 and status in ('OPEN', 'CONFIRMED', 'DELAYED') and starts_at > $3
    and lower(btrim(room)) = lower(btrim($4))
  order by id`)
const blocksOf = sql<TableRow<'room_block'>>(`
  select * from room_block
  where company_id = $1 and branch_id = $2 and lower(btrim(room)) = lower(btrim($3)) and canceled_at is null
    and ends_at > $4
  order by id for update`)

/** Calls rooms otherwise in the visits to come, of which plugins hear, and in what blocks them. */
export async function renameRooms(tx: Tx, branchId: string, renamed: readonly RenamedRoom[]): Promise<void> {
  // Two rooms may change their names with each other: all is read before the first is written.
  const found = await Promise.all(
    renamed.map(async ({ from, to }) => ({
      to,
      visits: await tx.sql(visitsIn([tx.clinic.id, branchId, tx.now, from])),
      blocks: await tx.sql(blocksOf([tx.clinic.id, branchId, from, tx.now])),
    })),
  )
  const moves = found.flatMap(({ to, visits }) => visits.map(({ id }) => ({ id, room: to })))
  for (const { id, room } of moves.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const before = await lockAppointment(tx, id)
    const after = await changeRecord(tx, 'appointment', before, { room })
    tx.emit(appointmentUpdated, appointmentFacts(after), { room: before.room })
  }
  for (const { to, blocks } of found)
    for (const block of blocks) await changeRecord(tx, 'room_block', block, { room: to })
}
