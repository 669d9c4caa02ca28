import { TASK_MOVES, TASK_STATUSES } from '@clinic/contract/tasks.ts'
import type { TableRow } from '../../db/tables.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type TaskRow = TableRow<'task'>
type TaskStatus = (typeof TASK_STATUSES)[number]

/** Whether a task may go from one status to another; staying is not a move. */
export const canMove = (from: TaskStatus, to: TaskStatus): boolean => TASK_MOVES[from].includes(to)

export const taskStatus = wordOf(TASK_STATUSES)

/** What every event of a task tells (contract section 8). */
export const taskFacts = (row: TaskRow) => ({
  id: row.id,
  branchId: row.branch_id,
  status: taskStatus(row.status),
  assignedToId: row.assigned_to_id,
})
