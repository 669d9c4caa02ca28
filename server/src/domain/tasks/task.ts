import { TASK_STATUSES } from '@clinic/contract/tasks.ts'
import type { TableRow } from '../../db/tables.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type TaskRow = TableRow<'task'>
type TaskStatus = (typeof TASK_STATUSES)[number]

/** What is done or dropped can be taken up again; what was dropped was not done, and what was done cannot be dropped. */
const MOVES: Record<TaskStatus, readonly TaskStatus[]> = {
  OPEN: ['IN_PROGRESS', 'COMPLETED', 'CANCELED'],
  IN_PROGRESS: ['OPEN', 'COMPLETED', 'CANCELED'],
  COMPLETED: ['OPEN', 'IN_PROGRESS'],
  CANCELED: ['OPEN', 'IN_PROGRESS'],
}

/** Whether a task may go from one status to another; staying is not a move. */
export const canMove = (from: TaskStatus, to: TaskStatus): boolean => MOVES[from].includes(to)

export const taskStatus = wordOf(TASK_STATUSES)

/** What every event of a task tells (contract section 8). */
export const taskFacts = (row: TaskRow) => ({
  id: row.id,
  branchId: row.branch_id,
  status: taskStatus(row.status),
  assignedToId: row.assigned_to_id,
})
