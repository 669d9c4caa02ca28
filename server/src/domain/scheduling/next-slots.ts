import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { roomKey } from '../../kernel/values/room-key.ts'
import { addDays, localDate, MINUTE_MS, startOfDay } from '../../kernel/values/zone.ts'
import { HORIZON_DAYS } from './date-range.ts'
import { dayRules } from './day-rules.ts'
import type { Interval } from './intervals.ts'
import { type Schedule, scheduleOf } from './schedule-of.ts'
import { freeStarts } from './slots.ts'

/** A time at which a doctor can be booked, with a room that is free then; without one where the branch names none. */
export interface OfferedSlot {
  start: string
  end: string
  doctorId: string
  room: string | null
}

interface Asked {
  branchId: string
  /** Any doctor of the branch where none is named. */
  doctorId?: string | undefined
  durationMinutes: number
  /** Not before this instant, ISO 8601; from now on where it is not said. */
  from?: string | undefined
  limit: number
}

/** A time that is free for a doctor, whatever the rooms. */
interface Candidate extends Interval {
  doctorId: string
  schedule: Schedule
}

const doctorsOf = sql<{ id: string }>(`
  select doctor.id from practitioner_branch as works join practitioner as doctor
    on doctor.company_id = works.company_id and doctor.id = works.practitioner_id
  where works.company_id = $1 and works.branch_id = $2 and doctor.active and doctor.is_doctor
  order by doctor.sort_order, doctor.id`)

/** No visit is longer than 12 hours. */
const inRooms = sql<{ room: string; start: number; end: number }>(`
  select lower(btrim(room)) as room, round(date_part('epoch', starts_at) * 1000) as start,
    round(date_part('epoch', ends_at) * 1000) as end
  from appointment
  where company_id = $1 and branch_id = $2 and room is not null and status not in ('CANCELED', 'NOSHOW')
    and starts_at > $3::timestamptz - interval '12 hours' and starts_at < $4 and ends_at > $3`)

const DAYS_AT_A_TIME = 7
const CANDIDATES_AT_A_TIME = 200

/** The next times that are free, of all doctors or of one, by the rules that book: each of them can be booked. */
export async function nextSlots(tx: Tx, { branchId, doctorId, limit, ...asked }: Asked): Promise<OfferedSlot[]> {
  const now = Math.max(Date.parse(tx.now), (asked.from ? Date.parse(asked.from) : 0) - 1)
  const [{ gridMinutes }, doctors] = await Promise.all([
    dayRules(tx),
    doctorId === undefined ? tx.sql(doctorsOf([tx.clinic.id, branchId])) : [{ id: doctorId }],
  ])
  const [lengthMs, gridMs] = [asked.durationMinutes * MINUTE_MS, gridMinutes * MINUTE_MS]
  const first = localDate(now, tx.clinic.timeZone)
  const found: OfferedSlot[] = []
  for (let day = 0; day <= HORIZON_DAYS && found.length < limit; day += DAYS_AT_A_TIME) {
    const window = { from: addDays(first, day), days: DAYS_AT_A_TIME, now, lengthMs, gridMs }
    const free = await freeOf(
      tx,
      branchId,
      doctors.map(({ id }) => id),
      window,
    )
    found.push(...(await withRooms(tx, branchId, free, limit - found.length)))
  }
  return found
}

interface Window {
  from: string
  days: number
  now: number
  lengthMs: number
  gridMs: number
}

async function freeOf(tx: Tx, branchId: string, doctorIds: string[], { now, ...window }: Window): Promise<Candidate[]> {
  const { from, days, lengthMs } = window
  const { timeZone } = tx.clinic
  const range = { start: startOfDay(from, timeZone), end: startOfDay(addDays(from, days), timeZone) }
  const schedules = await Promise.all(doctorIds.map(doctorId => scheduleOf(tx, { branchId, doctorId, range })))
  return schedules
    .flatMap((schedule, place) => {
      const doctorId = doctorIds[place]
      if (schedule.unbookable || doctorId === undefined) return []
      const starts = freeStarts({ ...schedule, now }, window)
      return starts.map(start => ({ start, end: start + lengthMs, doctorId, schedule }))
    })
    .sort((a, b) => a.start - b.start)
}

async function withRooms(tx: Tx, branchId: string, free: Candidate[], limit: number): Promise<OfferedSlot[]> {
  const found: OfferedSlot[] = []
  for (let place = 0; place < free.length && found.length < limit; place += CANDIDATES_AT_A_TIME) {
    const some = free.slice(place, place + CANDIDATES_AT_A_TIME)
    const hull = { start: some[0]?.start ?? 0, end: Math.max(...some.map(({ end }) => end)) }
    const span = [new Date(hull.start).toISOString(), new Date(hull.end).toISOString()]
    const taken = await tx.sql(inRooms([tx.clinic.id, branchId, ...span]))
    found.push(...some.flatMap(one => withRoom(one, taken)))
  }
  return found.slice(0, limit)
}

function withRoom(
  { start, end, doctorId, schedule }: Candidate,
  taken: (Interval & { room: string })[],
): OfferedSlot[] {
  const slot = { start: new Date(start).toISOString(), end: new Date(end).toISOString(), doctorId }
  if (schedule.rooms.length === 0) return [{ ...slot, room: null }]
  const then = [...taken, ...schedule.roomBlocks].filter(other => other.start < end && start < other.end)
  const inUse = new Set(then.map(({ room }) => roomKey(room)))
  const room = schedule.rooms.find(name => !inUse.has(roomKey(name)))
  return room === undefined ? [] : [{ ...slot, room }]
}
