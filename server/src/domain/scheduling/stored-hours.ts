import type { BranchHours, DoctorHours, Period } from './hours.ts'

/** The hours of a branch as a statement reads them by hoursColumns(). */
export interface BranchHoursRow {
  opens: string[]
  closes: string[]
  closed_days: number[]
  holidays: number[]
  breaks: BranchHours['breaks']
  periods: Period[]
}

/** Columns of a statement whose first parameter is the clinic, and which calls its branch by this name. */
export const hoursColumns = (branch: string): string => `
    ${branch}.opens, ${branch}.closes, ${branch}.closed_days, ${branch}.holidays, ${branch}.breaks,
    (select coalesce(jsonb_agg(jsonb_build_object('id', period.id, 'from', first_date, 'until', last_date,
        'opens', period.opens, 'closes', period.closes, 'breaks', period.breaks)), '[]')
      from branch_period as period
      where period.company_id = $1 and period.branch_id = ${branch}.id) as periods`

export const branchHours = (row: BranchHoursRow, timeZone: string): BranchHours => {
  const { opens, closes, closed_days: closedDays, holidays, breaks, periods } = row
  return { timeZone, opens, closes, closedDays, holidays, breaks, periods }
}

/** When a doctor is on duty at a branch as a statement reads it by dutyColumns(). */
export interface DutyRow {
  shifts: DoctorHours['shifts']
  period_shifts: DoctorHours['periodShifts']
}

/** The shifts of a doctor at a branch, in a statement whose first parameter is the clinic, and which names both by these words. */
export const dutyShifts = (doctorId: string, branchId: string): string => `
    (select coalesce(jsonb_agg(jsonb_build_object(
        'weekday', weekday, 'startMinute', start_minute, 'endMinute', end_minute)), '[]')
      from practitioner_shift as shift
      where shift.company_id = $1 and shift.practitioner_id = ${doctorId} and shift.branch_id = ${branchId})`

/** The same in the periods of the branch. */
export const periodShifts = (doctorId: string, branchId: string): string => `
    (select coalesce(jsonb_agg(jsonb_build_object('periodId', period_id,
        'weekday', weekday, 'startMinute', start_minute, 'endMinute', end_minute)), '[]')
      from period_shift as shift join branch_period as period
        on period.company_id = shift.company_id and period.id = shift.period_id
      where shift.company_id = $1 and shift.practitioner_id = ${doctorId} and period.branch_id = ${branchId})`

/** Both, as columns. */
export const dutyColumns = (doctorId: string, branchId: string): string =>
  `${dutyShifts(doctorId, branchId)} as shifts, ${periodShifts(doctorId, branchId)} as period_shifts`
