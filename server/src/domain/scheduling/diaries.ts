import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { roomKey } from '../../kernel/values/room-key.ts'

/** A doctor, a room of a branch, or both. */
interface Place {
  doctor_id: string | null
  branch_id: string | null
  room: string | null
}

const hold = sql(`
  select pg_advisory_xact_lock(hashtextextended('diary ' || $1 || ' ' || diary, 0))
  from unnest($2::text[]) with ordinality as one (diary, place) order by place`)

const roomDiary = ({ branch_id, room }: Place): string[] => (room === null ? [] : [`${branch_id} ${roomKey(room)}`])

/**
 * Makes other transactions that write in the diaries of these doctors and rooms wait until this one ends. Without it, two
 * that write the same time would each wait for the other's end in the exclusion constraint: a deadlock. Always after the
 * lock of the appointment itself, if there is one, and always in one order: the doctors first, then the rooms.
 */
export async function holdDiaries(tx: Tx, places: readonly Place[]): Promise<void> {
  const doctors = new Set(places.flatMap(({ doctor_id }) => doctor_id ?? []))
  const rooms = new Set(places.flatMap(roomDiary))
  await tx.sql(hold([tx.clinic.id, [...[...doctors].sort(), ...[...rooms].sort()]]))
}

/** The same for one of each. */
export const holdDiary = (tx: Tx, place: Place): Promise<void> => holdDiaries(tx, [place])
