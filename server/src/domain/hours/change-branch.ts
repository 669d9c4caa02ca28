import { isDeepStrictEqual } from 'node:util'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { jsonList } from '../../kernel/values/json-list.ts'
import { holdDiaries } from '../scheduling/diaries.ts'
import type { WeekShift } from '../scheduling/hours.ts'
import { withAffected } from './affected-visits.ts'
import { type BranchRow, lockBranch } from './clinic-branches.ts'
import { type RenamedRoom, renameRooms } from './rename-rooms.ts'

type Wishes = Partial<NewFields<'branch', 'holidays' | 'holiday_names' | 'breaks'>> & {
  id: string
  breaks?: readonly WeekShift[] | undefined
  renamedRooms?: RenamedRoom[] | undefined
}

const nameOf = (room: string) => room.trim().toLowerCase()

/** The names of two rooms differ by more than their spelling. */
function requireRooms(rooms: readonly string[]): void {
  const names = rooms.map(nameOf)
  const twice = names.findIndex((name, index) => name === '' || names.indexOf(name) !== index)
  if (twice >= 0)
    refuseInput({
      path: `/rooms/${twice}`,
      code: 'duplicate',
      message: 'must have a name that no other room of the branch has',
    })
}

/** What is renamed is a room of the branch afterwards. */
function requireRenamed(rooms: readonly string[], renamed: readonly RenamedRoom[]): void {
  const has = new Set(rooms.map(nameOf))
  const wrong = renamed.findIndex(({ to }) => !has.has(nameOf(to)))
  if (wrong >= 0)
    refuseInput({
      path: `/renamedRooms/${wrong}/to`,
      code: 'unknown_room',
      message: 'must be one of rooms',
    })
}

const inUse = sql<{ visits: number }>(`
  select count(*)::integer as visits from appointment
  where company_id = $1 and branch_id = $2 and status in ('OPEN', 'CONFIRMED', 'DELAYED') and starts_at > $3
    and ($4::text[] is null or lower(btrim(room)) = any($4))`)

/** Refuses to give up what visits to come are in. */
async function requireUnused(tx: Tx, branchId: string, rooms: readonly string[] | null): Promise<void> {
  const [{ visits } = { visits: 0 }] = await tx.sql(inUse([tx.clinic.id, branchId, tx.now, rooms]))
  if (visits > 0) refuse('in_use', { comingVisits: visits })
}

/** Changes a branch; what visits to come need of it stays. */
export async function changeBranch(tx: Tx, { id, renamedRooms = [], ...wishes }: Wishes) {
  const before = await lockBranch(tx, id)
  const rooms = wishes.rooms ?? before.rooms
  requireRooms(rooms)
  requireRenamed(rooms, renamedRooms)
  return withAffected(tx, { branchId: id }, async () => {
    if (before.active && wishes.active === false) await requireUnused(tx, id, null)
    await leaveRooms(tx, before, rooms, renamedRooms)
    const { breaks, ...said } = wishes
    const isOther = breaks !== undefined && !isDeepStrictEqual(breaks, before.breaks)
    return changeRecord(tx, 'branch', before, columnsOf({ ...said, breaks: isOther ? jsonList(breaks) : undefined }))
  })
}

async function leaveRooms(tx: Tx, before: BranchRow, rooms: readonly string[], renamed: RenamedRoom[]): Promise<void> {
  const has = new Set(rooms.map(nameOf))
  const gone = before.rooms.filter(room => !has.has(nameOf(room)))
  const places = [...gone, ...renamed.map(({ to }) => to)]
  if (places.length === 0) return
  // Who books one of them meanwhile waits, and reads the rooms as they are then.
  await holdDiaries(
    tx,
    places.map(room => ({ doctor_id: null, branch_id: before.id, room })),
  )
  const moved = new Set(renamed.map(({ from }) => nameOf(from)))
  const left = gone.map(nameOf).filter(room => !moved.has(room))
  if (left.length > 0) await requireUnused(tx, before.id, left)
  await renameRooms(tx, before.id, renamed)
}
