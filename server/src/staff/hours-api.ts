import {
  addBranch,
  listClinicBranches,
  putBranchHolidays,
  putBranchPeriods,
  updateBranch,
} from '@clinic/contract/staff/branches.ts'
import { getShifts, putShifts } from '@clinic/contract/staff/shifts.ts'
import { openBranch } from '../domain/branches/open-branch.ts'
import { changeBranch } from '../domain/hours/change-branch.ts'
import { clinicBranch, clinicBranches } from '../domain/hours/clinic-branches.ts'
import { setHolidays, setPeriods } from '../domain/hours/closed-dates.ts'
import { readShifts, setShifts } from '../domain/hours/shifts.ts'
import type { AffectedRow } from '../domain/scheduling/blocks.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentAffected } from '../present/affected.ts'
import { presentBranchWithAffected, presentClinicBranch, presentShifts } from '../present/hours.ts'

/** What a change of hours answers: the branch, and the visits that stand outside of them since then. */
const branched =
  <Given>(useCase: (tx: Tx, input: Given) => Promise<{ changed: { id: string }; affected: AffectedRow[] }>) =>
  async (tx: Tx, input: Given) => {
    const { changed, affected } = await useCase(tx, input)
    return { data: presentBranchWithAffected(await clinicBranch(tx, changed.id), affected, tx.clinic) }
  }

/** Where the clinic works and when, and when its doctors do. */
export const hoursApi = [
  implement(listClinicBranches, async tx => ({
    data: (await clinicBranches(tx)).map(branch => presentClinicBranch(branch, tx.clinic)),
  })),
  implement(addBranch, async (tx, input) => {
    const { id } = await openBranch(tx, input)
    return { data: presentClinicBranch(await clinicBranch(tx, id), tx.clinic) }
  }),
  implement(updateBranch, branched(changeBranch)),
  implement(putBranchHolidays, branched(setHolidays)),
  implement(putBranchPeriods, branched(setPeriods)),
  implement(getShifts, async (tx, week) => ({ data: presentShifts(await readShifts(tx, week)) })),
  implement(putShifts, async (tx, input) => {
    const { affected, ...week } = await setShifts(tx, input)
    return { data: { ...presentShifts(week), affected: affected.map(visit => presentAffected(visit, tx.clinic)) } }
  }),
]
