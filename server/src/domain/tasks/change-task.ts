import type { Input } from '@clinic/contract/kernel.ts'
import { isToDo, taskCompleted, type updateTask } from '@clinic/contract/tasks.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { differences, formerFacts, isEmpty } from '../../kernel/values/differences.ts'
import { patientFile } from '../patients/patient-file.ts'
import { closeUp } from './close-up.ts'
import { canMove, type TaskRow, taskFacts, taskStatus } from './task.ts'

/** The order is the place on the board. */
type TaskChanges = Input<typeof updateTask> & { order?: number }

/** Changes what is given and differs. Completing fires task.completed; taking it up again forgets when it was. */
export async function changeTask(tx: Tx, input: TaskChanges): Promise<TaskRow> {
  const before = await tx.lock('task', input.id)
  const changes = differences(before, wanted(tx, before, input))
  if (isEmpty(changes)) return before
  const [from, to] = [taskStatus(before.status), taskStatus(changes.status ?? before.status)]
  if (from !== to && !canMove(from, to)) refuse('invalid_state_transition', { from, to })
  if (changes.patient_id) await patientFile(tx, changes.patient_id)
  if (changes.sort_order !== undefined && isToDo(to)) await closeUp(tx, before, changes.sort_order)
  const after = await changeRecord(tx, 'task', before, changes)
  if (from !== to && to === 'COMPLETED')
    tx.emit(taskCompleted, taskFacts(after), formerFacts(taskFacts(before), taskFacts(after)))
  return after
}

/** The columns of what is given of a task. */
export const taskColumns = ({ due, ...input }: Omit<TaskChanges, 'id'>) => ({
  title: input.title,
  details: input.details,
  priority: input.priority,
  due_at: due && new Date(due).toISOString(),
  assigned_to_id: input.assignedToId,
  patient_id: input.patientId,
  lead_id: input.leadId,
  branch_id: input.branchId,
})

const wanted = (tx: Tx, before: TaskRow, { status, order, ...input }: TaskChanges) => ({
  ...taskColumns(input),
  status,
  completed_at: status && (status === 'COMPLETED' ? (before.completed_at ?? tx.now) : null),
  sort_order: order,
})
