import type { ClinicOperationId, Returned } from '../../lib/api.ts'

export type Task = Returned<'listBoardTasks'>

/** The answers that a change of a task changes. */
export const TASKS_CHANGED: readonly ClinicOperationId[] = ['listBoardTasks', 'getPatientSummary', 'getDay']
