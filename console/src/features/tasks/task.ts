import type { ClinicOperationId, Returned } from '../../lib/api.ts'

export type Task = Returned<'listBoardTasks'>
type Status = Task['status']

/** The answers that a change of a task changes. */
export const TASKS_CHANGED: readonly ClinicOperationId[] = ['listBoardTasks', 'getPatientSummary', 'getDay']

/** What is still to be done. */
export const isToDo = (status: Status): boolean => status === 'OPEN' || status === 'IN_PROGRESS'
