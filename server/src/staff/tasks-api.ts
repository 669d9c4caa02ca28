import { addBoardTask, listBoardTasks, updateBoardTask } from '@clinic/contract/staff/tasks.ts'
import { boardAsked, requireSeen, withPatients } from '../domain/tasks/board.ts'
import { changeTask } from '../domain/tasks/change-task.ts'
import { openTask } from '../domain/tasks/open-task.ts'
import type { TaskRow } from '../domain/tasks/task.ts'
import { implement } from '../kernel/implement.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'
import { presentBoardTask } from '../present/tasks.ts'

const shownAll = async (tx: Tx, rows: readonly TaskRow[]) =>
  (await withPatients(tx, rows)).map(row => presentBoardTask(row, tx.clinic))

const shown = async (tx: Tx, row: TaskRow) => {
  const [data] = await shownAll(tx, [row])
  if (!data) throw new Error('The task is not shown.')
  return { data }
}

/** What the staff has to do. */
export const tasksApi = [
  implement(listBoardTasks, async (tx, query) => {
    const { source, asked } = boardAsked(tx, query)
    return pageTogether(tx, source, asked, rows => shownAll(tx, rows))
  }),
  implement(addBoardTask, async (tx, input) => {
    await requireSeen(tx, input)
    const createdById = tx.caller.person?.practitionerId
    return shown(tx, await openTask(tx, { ...input, ...(createdById && { createdById }) }))
  }),
  implement(updateBoardTask, async (tx, input) => {
    await requireSeen(tx, { patientId: input.patientId ?? null })
    return shown(tx, await changeTask(tx, input))
  }),
]
