import type { Interval } from '../domain/scheduling/intervals.ts'
import { addDays, startOfDay } from '../kernel/values/zone.ts'
import { HOUR_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'

/** Kind, what is said of it, in how many days, and from which hour for how many. */
const BLOCKS = [
  ['MAINTENANCE', 'Compressor service', 0, 11, 2],
  ['RESERVED', 'Visiting orthodontist', 1, 10, 4],
  ['MEETING', 'تدريب الطاقم', 2, 14, 1],
] as const

/** It may begin so many hours later where no room is free. */
const LATER = 8

/** The last room of the branch in which no visit is booked then. */
function freeRoom({ made }: DemoContext, branchId: string, { start, end }: Interval): string | undefined {
  const rooms = made('branch').find(({ id }) => id === branchId)?.rooms ?? []
  const taken = made('appointment')
    .filter(visit => visit.branch_id === branchId && visit.status !== 'CANCELED' && visit.status !== 'NOSHOW')
    .filter(({ starts_at, ends_at }) => Date.parse(starts_at) < end && start < Date.parse(ends_at))
    .map(({ room }) => room)
  return rooms.findLast(room => !taken.includes(room))
}

function blockRows(context: DemoContext, index: number) {
  const { plan, id, now, today } = context
  const [kind, note, days, hour, hours] = BLOCKS[index] ?? BLOCKS[0]
  const branch = plan.branches[index % plan.branches.length]?.key ?? ''
  const midnight = startOfDay(addDays(today, days), plan.facts.timeZone)
  const free = Array.from({ length: LATER }, (_, later) => {
    const start = midnight + (hour + later) * HOUR_MS
    const span = { start, end: start + hours * HOUR_MS }
    return { span, room: freeRoom(context, id('branch', branch), span) }
  }).find(({ room }) => room !== undefined)
  if (free?.room === undefined) return []
  const { span, room } = free
  const at = iso(now - (index + 2) * 24 * HOUR_MS)
  return [
    {
      id: id('room_block', index + 1),
      branch_id: id('branch', branch),
      ...{ room, kind, note, starts_at: iso(span.start), ends_at: iso(span.end) },
      ...{ created_at: at, updated_at: at },
    },
  ]
}

/** Rooms that are kept free these days. */
export const roomBlocksStep: DemoStep = {
  name: 'room blocks',
  rows: context => ({ room_block: BLOCKS.flatMap((_, index) => blockRows(context, index)) }),
}
