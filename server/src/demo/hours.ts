import type { BranchHours, DoctorHours } from '../domain/scheduling/hours.ts'
import { noonsOf } from './clinic.ts'
import type { DemoContext } from './context.ts'
import type { BranchPlan, StaffPlan } from './plan.ts'
import { ramadanWeek } from './ramadan.ts'

/** When a branch is open, of the rows that were made. */
export function branchHours({ plan: { facts }, id, made }: DemoContext, plan: BranchPlan): BranchHours {
  const branchId = id('branch', plan.key)
  const branch = made('branch').find(row => row.id === branchId)
  const periods = made('branch_period').filter(({ branch_id }) => branch_id === branchId)
  return {
    timeZone: facts.timeZone,
    opens: branch?.opens ?? [],
    closes: branch?.closes ?? [],
    closedDays: branch?.closed_days ?? [],
    holidays: branch?.holidays ?? [],
    breaks: noonsOf(plan),
    periods: periods.map(({ id, first_date, last_date }) => ({
      id,
      from: first_date,
      until: last_date,
      ...ramadanWeek(plan),
    })),
  }
}

/** When a doctor works there, of the rows that were made. */
export function doctorHours({ id, made }: DemoContext, doctor: StaffPlan, branch: BranchPlan): DoctorHours {
  const [doctorId, branchId] = [id('practitioner', doctor.key), id('branch', branch.key)]
  const periodId = id('branch_period', branch.key)
  const minutes = ({
    weekday,
    start_minute,
    end_minute,
  }: {
    weekday: number
    start_minute: number
    end_minute: number
  }) => ({
    ...{ weekday, startMinute: start_minute, endMinute: end_minute },
  })
  return {
    slotMinutes: doctor.slotMinutes ?? 30,
    shifts: made('practitioner_shift')
      .filter(shift => shift.practitioner_id === doctorId && shift.branch_id === branchId)
      .map(minutes),
    periodShifts: made('period_shift')
      .filter(shift => shift.practitioner_id === doctorId && shift.period_id === periodId)
      .map(shift => ({ periodId, ...minutes(shift) })),
    timeOff: made('practitioner_time_off')
      .filter(away => away.practitioner_id === doctorId)
      .map(({ starts_at, ends_at }) => ({ start: String(starts_at), end: String(ends_at) })),
  }
}
