import type { TableRow } from '../../db/tables.ts'
import { taskStatus } from './task-status.ts'

export type TaskRow = TableRow<'task'>

/** What every event of a task tells (contract section 8). */
export const taskFacts = (row: TaskRow) => ({
  id: row.id,
  branchId: row.branch_id,
  status: taskStatus(row.status),
  assignedToId: row.assigned_to_id,
})
