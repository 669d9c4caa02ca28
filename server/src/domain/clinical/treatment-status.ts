import { TREATMENT_STATUSES, type TreatmentStatus } from '@clinic/contract/treatments.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

/** Treatments and steps alike (contract section 10). What was found (EXISTING, CONDITION) never moves. */
const MOVES: Record<TreatmentStatus, readonly TreatmentStatus[]> = {
  PLANNED: ['IN_PROGRESS', 'REJECTED'],
  IN_PROGRESS: ['COMPLETED'],
  COMPLETED: [],
  REJECTED: [],
  EXISTING: [],
  CONDITION: [],
}

/** Whether it may go from one status to another; staying is not a move. */
export const canMove = (from: TreatmentStatus, to: TreatmentStatus): boolean => MOVES[from].includes(to)

/** Whether something is still to be done. */
export const isOpen = (status: TreatmentStatus): boolean => MOVES[status].length > 0

const statusOf = wordOf(TREATMENT_STATUSES)
export const treatmentStatus = ({ status }: { status: string }): TreatmentStatus => statusOf(status)

/** Whether it tells of what was found on a tooth, and is nothing that is done. */
export const wasFound = (row: { status: string }): boolean => ['EXISTING', 'CONDITION'].includes(row.status)

/** How much of a treatment is done: of its steps that were not rejected, or all or nothing where it has none. */
export function completedPercent(status: TreatmentStatus, steps: readonly TreatmentStatus[]): number {
  const wanted = steps.filter(step => step !== 'REJECTED')
  if (wanted.length === 0) return status === 'COMPLETED' ? 100 : 0
  return percent(wanted.filter(step => step === 'COMPLETED').length, wanted.length)
}

/** A share in percent, with two decimals. */
export const percent = (part: number, whole: number): number => Math.round((part / whole) * 10_000) / 100
