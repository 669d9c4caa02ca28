import { roomKey } from '../../kernel/values/room-key.ts'
import { datesFrom } from '../../kernel/values/zone.ts'
import type { Away } from './day-branch.ts'
import { type Closed, closedOn, dutyHours, openHours } from './day-hours.ts'
import type { Interval } from './intervals.ts'
import type { ReadDay } from './read-day.ts'

export interface ColumnOfDay {
  date: string
  doctorId: string | null
  room: string | null
  closed: Closed
  working: Interval[]
  away: Away[]
}

/** What stands beside each other: the doctors who work at the branch or have a visit there, or its rooms; in a week its dates. */
export function columnsOfDay(day: ReadDay, by: 'doctor' | 'room', timeZone: string): ColumnOfDay[] {
  if (by === 'room' && day.days === 1) return roomsOf(day, timeZone)
  return datesFrom(day.date, day.days).flatMap(date => doctorsOn(day, date, timeZone))
}

function doctorsOn({ branch, cards, doctorId: asked, days }: ReadDay, date: string, timeZone: string): ColumnOfDay[] {
  const closed = closedOn(branch, timeZone, date)
  const known = new Set(branch.doctors.map(({ id }) => id))
  const others = new Set([...cards.map(({ doctor_id }) => doctor_id), ...(asked && days > 1 ? [asked] : [])])
  const guests = [...others].filter(id => !known.has(id)).sort()
  return [
    ...branch.doctors.map(({ id, timeOff, ...duty }) => {
      const working = dutyHours(branch, duty, { timeZone, date, days: 1 })
      return { date, doctorId: id, room: null, closed, working, away: timeOff }
    }),
    ...guests.map(id => ({ date, doctorId: id, room: null, closed, working: [], away: [] })),
  ]
}

const isSame = (one: string, other: string) => roomKey(one) === roomKey(other)

/** Rooms as the branch lists them, those of visits that it no longer lists, and last the visits without one. */
function roomsOf({ branch, cards, date }: ReadDay, timeZone: string): ColumnOfDay[] {
  const closed = closedOn(branch, timeZone, date)
  const working = openHours(branch, { timeZone, date, days: 1 })
  const taken = new Set(cards.flatMap(({ room }) => (room === null ? [] : [room])))
  const gone = [...taken].filter(room => !branch.rooms.some(one => isSame(one, room))).sort()
  return [...branch.rooms, ...gone, null].map(room => {
    const away = branch.room_blocks.filter(block => room !== null && isSame(block.room, room))
    return { date, doctorId: null, room, closed, working, away }
  })
}
