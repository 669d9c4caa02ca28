import { addDays, weekdayOf } from '../../kernel/values/zone.ts'
import type { BranchOfDay } from './day-branch.ts'
import { type BranchHours, type DoctorHours, workingShifts } from './hours.ts'
import type { Interval } from './intervals.ts'

/** The branch as the rules of booking know it. */
export const hoursOfBranch = (branch: BranchOfDay, timeZone: string): BranchHours => ({
  timeZone,
  opens: branch.opens,
  closes: branch.closes,
  closedDays: branch.closed_days,
  holidays: branch.holidays,
})

/** A doctor who is there whenever the branch is open. */
const ANY_DOCTOR: DoctorHours = { shifts: [], slotMinutes: 1, timeOff: [] }

interface Dates {
  timeZone: string
  date: string
  days: number
}

/** When the branch is open in the hours that begin on some dates. */
export const openHours = (branch: BranchOfDay, dates: Dates): Interval[] => dutyHours(branch, [], dates)

/** When a doctor with these shifts works on some dates, time off aside. */
export const dutyHours = (
  branch: BranchOfDay,
  shifts: DoctorHours['shifts'],
  { timeZone, date, days }: Dates,
): Interval[] =>
  branch.active ? workingShifts(hoursOfBranch(branch, timeZone), { ...ANY_DOCTOR, shifts }, date, days) : []

/** The same with the days before and behind, so that what crosses midnight is whole. */
export const around = ({ date, days, ...dates }: Dates): Dates => ({
  ...dates,
  date: addDays(date, -1),
  days: days + 2,
})

export type Closed = { reason: 'weekday' | 'holiday' | 'inactive'; name: string | null } | null

/** Why a branch is shut on a date; null where it opens. */
export function closedOn(branch: BranchOfDay, timeZone: string, date: string): Closed {
  if (!branch.active) return { reason: 'inactive', name: null }
  const day = date.replaceAll('-', '')
  if (branch.holidays.includes(Number(day))) return { reason: 'holiday', name: branch.holiday_names[day] ?? null }
  const isShut =
    branch.closed_days.includes(weekdayOf(date)) || openHours(branch, { timeZone, date, days: 1 }).length === 0
  return isShut ? { reason: 'weekday', name: null } : null
}
