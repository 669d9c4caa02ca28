import { addDays } from '../../kernel/values/zone.ts'
import type { BranchOfDay } from './day-branch.ts'
import { ANY_DOCTOR, type DoctorHours, dayNumber, workingShifts } from './hours.ts'
import type { Interval } from './intervals.ts'
import { branchHours } from './stored-hours.ts'

interface Dates {
  timeZone: string
  date: string
  days: number
}

/** When the branch is open in the hours that begin on some dates. */
export const openHours = (branch: BranchOfDay, dates: Dates): Interval[] => dutyHours(branch, ANY_DOCTOR, dates)

/** When a doctor with these shifts works on some dates, time off aside. */
export const dutyHours = (
  branch: BranchOfDay,
  { shifts, periodShifts }: Pick<DoctorHours, 'shifts' | 'periodShifts'>,
  { timeZone, date, days }: Dates,
): Interval[] =>
  branch.active ? workingShifts(branchHours(branch, timeZone), { ...ANY_DOCTOR, shifts, periodShifts }, date, days) : []

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
  const day = dayNumber(date)
  if (branch.holidays.includes(day)) return { reason: 'holiday', name: branch.holiday_names[day] ?? null }
  const isShut = openHours(branch, { timeZone, date, days: 1 }).length === 0
  return isShut ? { reason: 'weekday', name: null } : null
}
