import { BLOCK_KINDS } from '@clinic/contract/staff/day.ts'
import type { Returned } from '../../lib/api.ts'
import { type clinicDays, daysBefore, minutesAfter } from '../../lib/clinic-time.ts'
import { typedTime } from '../../lib/typed-time.ts'

type Days = ReturnType<typeof clinicDays>

/** A blocked time as it is typed: a day and a time, or whole days. */
export interface BlockDraft {
  kind: string
  isAllDay: boolean
  day: string
  time: string
  untilDay: string
  untilTime: string
  note: string
}

const USUAL_MINUTES = 60
const MIDNIGHT = '00:00'

/** An hour from an instant on. */
export function newBlock(start: string, days: Days, kind: (typeof BLOCK_KINDS)[number]): BlockDraft {
  return draftOf({ start, end: minutesAfter(start, USUAL_MINUTES), kind, note: null }, days)
}

type Taken = Pick<Returned<'getBlock'>, 'start' | 'end' | 'kind' | 'note'>

/** What is blocked already: from midnight to midnight is whole days. */
export function draftOf({ start, end, kind, note }: Taken, days: Days): BlockDraft {
  const [from, until] = [days.of(start), days.of(end)]
  const isAllDay = from.time === MIDNIGHT && until.time === MIDNIGHT
  return {
    ...{ kind, isAllDay, day: from.day, time: from.time, note: note ?? '' },
    ...{ untilDay: isAllDay ? daysBefore(until.day, 1) : until.day, untilTime: until.time },
  }
}

/** When and what for; what is no day or no time is empty, which the contract refuses. */
export function blockOf({ kind, isAllDay, day, time, untilDay, untilTime, note }: BlockDraft, days: Days) {
  const at = (date: string, typed: string) => days.at(date, typedTime(typed) ?? '') ?? ''
  return {
    start: isAllDay ? (days.startOf(day) ?? '') : at(day, time),
    end: isAllDay ? (days.startOf(untilDay, { after: true }) ?? '') : at(untilDay, untilTime),
    kind: BLOCK_KINDS.find(one => one === kind) ?? 'LEAVE',
    note: note.trim(),
  }
}
