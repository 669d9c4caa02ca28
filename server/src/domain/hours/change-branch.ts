import { isDeepStrictEqual } from 'node:util'
import { changeRecord } from '../../kernel/change-record.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { jsonList } from '../../kernel/values/json-list.ts'
import { roomKey } from '../../kernel/values/room-key.ts'
import { roomIssues } from '../branches/open-branch.ts'
import { requireNoneComing } from '../scheduling/coming-visits.ts'
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

/** What is renamed is a room of the branch afterwards. */
function requireRenamed(rooms: readonly string[], renamed: readonly RenamedRoom[]): void {
  const has = new Set(rooms.map(roomKey))
  const wrong = renamed.findIndex(({ to }) => !has.has(roomKey(to)))
  if (wrong >= 0)
    refuseInput({
      path: `/renamedRooms/${wrong}/to`,
      code: 'unknown_room',
      message: 'must be one of rooms',
    })
}

/** Changes a branch; what visits to come need of it stays. */
export async function changeBranch(tx: Tx, { id, renamedRooms = [], ...wishes }: Wishes) {
  const before = await lockBranch(tx, id)
  const rooms = wishes.rooms ?? before.rooms
  const issues = roomIssues(rooms)
  if (issues.length > 0) refuseInput(...issues)
  requireRenamed(rooms, renamedRooms)
  return withAffected(tx, { branchId: id }, async () => {
    if (before.active && wishes.active === false) await requireNoneComing(tx, { branchIds: [id] })
    await leaveRooms(tx, before, rooms, renamedRooms)
    const { breaks, ...said } = wishes
    const isOther = breaks !== undefined && !isDeepStrictEqual(breaks, before.breaks)
    return changeRecord(tx, 'branch', before, columnsOf({ ...said, breaks: isOther ? jsonList(breaks) : undefined }))
  })
}

async function leaveRooms(tx: Tx, before: BranchRow, rooms: readonly string[], renamed: RenamedRoom[]): Promise<void> {
  const has = new Set(rooms.map(roomKey))
  const gone = before.rooms.filter(room => !has.has(roomKey(room)))
  const places = [...gone, ...renamed.map(({ to }) => to)]
  if (places.length === 0) return
  // Who books one of them meanwhile waits, and reads the rooms as they are then.
  await holdDiaries(
    tx,
    places.map(room => ({ doctor_id: null, branch_id: before.id, room })),
  )
  const moved = new Set(renamed.map(({ from }) => roomKey(from)))
  const left = gone.map(roomKey).filter(room => !moved.has(room))
  if (left.length > 0) await requireNoneComing(tx, { branchIds: [before.id], rooms: left })
  await renameRooms(tx, before.id, renamed)
}
