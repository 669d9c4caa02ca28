import type { ClinicOperationId, Returned } from '../../lib/api.ts'

export type Task = Returned<'listBoardTasks'>
type Status = Task['status']

/** The answers that a change of a task changes. */
export const TASKS_CHANGED: readonly ClinicOperationId[] = ['listBoardTasks', 'getPatientSummary', 'getDay']

/** What is still to be done. */
export const isToDo = (status: Status): boolean => status === 'OPEN' || status === 'IN_PROGRESS'

/** Where a task may go from where it stands: what is done was not dropped, and what was dropped is not done. */
export function statusesFrom(status: Status): readonly Status[] {
  if (status === 'COMPLETED') return ['COMPLETED', 'OPEN', 'IN_PROGRESS']
  if (status === 'CANCELED') return ['CANCELED', 'OPEN', 'IN_PROGRESS']
  return ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELED']
}
