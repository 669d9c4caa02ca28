import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'
import { HOUR_MS, iso } from './clock.ts'
import type { DemoContext } from './context.ts'

type Visit = RowsOf<'appointment'>[number]

interface Next {
  status: AppointmentStatus
  /** For how many minutes the patient has been there. */
  waits?: number
  changes?: Partial<Visit>
}

/**
 * Those who come next at a branch, in the order of their start: who waits too long by the usual rules, who has waited a while,
 * who walked in with pain, and who is expected, on a video call too.
 */
const NEXT: readonly Next[] = [
  { status: 'WAITING', waits: 24 },
  { status: 'CHECKEDIN', waits: 13 },
  { status: 'WAITING', waits: 6, changes: { urgent: true, type: 'Emergency', title: 'Toothache', procedure_ids: [] } },
  { status: 'CONFIRMED', changes: { is_online: true, room: null } },
  { status: 'CHECKEDIN', waits: 3 },
]
const COMING: readonly string[] = ['OPEN', 'CONFIRMED', 'CHECKEDIN', 'WAITING'] satisfies AppointmentStatus[]
/** Until when those come who may be there already: some come early, and of few doctors not every hour has a visit. */
const NEXT_MS = 2 * HOUR_MS

/** When the patient arrived, sat down and left: that of a visit which took place, or has begun. */
function timesOf({ random, now }: DemoContext, { status, starts_at, ends_at }: Visit) {
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)]
  const isThere = status === 'COMPLETED' || status === 'INPROGRESS'
  const arrived = start - random.integer(-6, 12) * MINUTE_MS
  const seated = Math.max(arrived, start) + random.integer(0, 14) * MINUTE_MS
  const left = Math.max(seated, end - random.integer(-4, 6) * MINUTE_MS)
  const stamp = (instant: number) => (isThere ? iso(Math.min(instant, now)) : null)
  return {
    arrived_at: stamp(arrived),
    seated_at: stamp(seated),
    finished_at: status === 'COMPLETED' ? stamp(left) : null,
  }
}

/** A visit of the next hour as the desk would see it: who walks in was booked when they came. */
function nextVisit({ now }: DemoContext, visit: Visit, { status, waits, changes }: Next): Visit {
  const arrived = waits === undefined ? null : iso(now - waits * MINUTE_MS)
  const created = changes?.urgent && arrived ? arrived : visit.created_at
  const touched = [created, arrived ?? visit.updated_at].toSorted().at(-1) ?? created
  return { ...visit, ...changes, status, arrived_at: arrived, created_at: created, updated_at: touched }
}

/** Gives visits the times at which they went on, and each branch a desk that is alive at the hour of the demo. */
export function flowOfToday(context: DemoContext, visits: readonly Visit[]): Visit[] {
  const { now } = context
  const places = new Map<string, number>()
  return visits.map(visit => {
    const timed: Visit = { ...visit, ...timesOf(context, visit) }
    const start = Date.parse(visit.starts_at)
    if (start <= now || start > now + NEXT_MS || !COMING.includes(visit.status ?? '')) return timed
    const place = places.get(visit.branch_id) ?? 0
    places.set(visit.branch_id, place + 1)
    const next = NEXT[place]
    if (next) return nextVisit(context, timed, next)
    // All others are still to come.
    return nextVisit(context, timed, { status: 'CONFIRMED' })
  })
}
