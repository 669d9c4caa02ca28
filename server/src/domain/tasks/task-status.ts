import { TASK_STATUSES } from '@clinic/contract/tasks.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type TaskStatusWord = (typeof TASK_STATUSES)[number]

/** What is done or dropped can be taken up again; what was dropped was not done, and what was done cannot be dropped. */
const MOVES: Record<TaskStatusWord, readonly TaskStatusWord[]> = {
  OPEN: ['IN_PROGRESS', 'COMPLETED', 'CANCELED'],
  IN_PROGRESS: ['OPEN', 'COMPLETED', 'CANCELED'],
  COMPLETED: ['OPEN', 'IN_PROGRESS'],
  CANCELED: ['OPEN', 'IN_PROGRESS'],
}

/** Whether a task may go from one status to another; staying is not a move. */
export const canMove = (from: TaskStatusWord, to: TaskStatusWord): boolean => MOVES[from].includes(to)

export const taskStatus = wordOf(TASK_STATUSES)
