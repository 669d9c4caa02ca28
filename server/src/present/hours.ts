import type { Returned, Static } from '@clinic/contract/kernel.ts'
import { Period } from '@clinic/contract/staff/branch-hours.ts'
import { Branch } from '@clinic/contract/staff/branches.ts'
import type { getShifts } from '@clinic/contract/staff/shifts.ts'
import type { ClinicBranch, PeriodRow } from '../domain/hours/clinic-branches.ts'
import type { readShifts } from '../domain/hours/shifts.ts'
import type { AffectedRow } from '../domain/scheduling/blocks.ts'
import { presenter } from '../kernel/presenter.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { presentAffected } from './affected.ts'

const presentPeriod = presenter<PeriodRow, typeof Period>(Period, { from: 'first_date', until: 'last_date' })

/** When a doctor works at a branch. */
export const presentShifts = (week: Awaited<ReturnType<typeof readShifts>>): Returned<typeof getShifts> => ({
  object: 'practitioner',
  ...week,
})

/** 20260923 as 2026-09-23. */
const dateOf = (day: number) => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

export const presentClinicBranch = presenter<ClinicBranch, typeof Branch>(Branch, {
  holidays: ({ holidays, holiday_names }) =>
    holidays.map(day => ({ date: dateOf(day), name: holiday_names[String(day)] ?? '' })),
  periods: ({ periods }, clinic) => periods.map(period => presentPeriod(period, clinic)),
})

/** A branch with other hours, and the visits that stand outside of them since then. */
export const presentBranchWithAffected = (
  branch: ClinicBranch,
  affected: readonly AffectedRow[],
  clinic: ClinicFacts,
): Static<typeof Branch> & { affected: ReturnType<typeof presentAffected>[] } => ({
  ...presentClinicBranch(branch, clinic),
  affected: affected.map(visit => presentAffected(visit, clinic)),
})
