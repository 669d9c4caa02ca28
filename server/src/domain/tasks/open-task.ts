import type { Input } from '@clinic/contract/kernel.ts'
import { type createTask, taskCreated } from '@clinic/contract/tasks.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { orNull } from '../../kernel/values/or-null.ts'
import { patientFile } from '../patients/patient-file.ts'
import { taskColumns } from './change-task.ts'
import { type TaskRow, taskFacts } from './task.ts'

interface NewTask extends Input<typeof createTask> {
  appointmentId?: string
  /** Who of the staff wants it done. */
  createdById?: string
}

/** Gives the staff something to do, at the end of the board, and fires task.created. */
export async function openTask(tx: Tx, input: NewTask): Promise<TaskRow> {
  if (input.patientId !== undefined) await patientFile(tx, input.patientId)
  const task = tx.add('task', {
    id: newId('tsk', Date.parse(tx.now)),
    ...orNull(taskColumns(input)),
    title: input.title,
    status: 'OPEN',
    priority: input.priority ?? 'NORMAL',
    completed_at: null,
    sort_order: await tx.takeNumber('task'),
    created_by_id: input.createdById ?? null,
    appointment_id: input.appointmentId ?? null,
  })
  tx.emit(taskCreated, taskFacts(task))
  return task
}
