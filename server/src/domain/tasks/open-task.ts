import type { Input } from '@clinic/contract/kernel.ts'
import { type createTask, taskCreated } from '@clinic/contract/tasks.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'
import { type TaskRow, taskFacts } from './task.ts'

export interface NewTask extends Input<typeof createTask> {
  appointmentId?: string
  /** Who of the staff wants it done. */
  createdById?: string
}

/** Gives the staff something to do, at the end of the board, and fires task.created. */
export async function openTask(tx: Tx, input: NewTask): Promise<TaskRow> {
  if (input.patientId !== undefined) await patientFile(tx, input.patientId)
  const task = tx.add('task', {
    id: newId('tsk', Date.parse(tx.now)),
    title: input.title,
    details: input.details ?? null,
    status: 'OPEN',
    priority: input.priority ?? 'NORMAL',
    due_at: input.due === undefined ? null : new Date(input.due).toISOString(),
    completed_at: null,
    sort_order: await tx.takeNumber('task'),
    assigned_to_id: input.assignedToId ?? null,
    created_by_id: input.createdById ?? null,
    patient_id: input.patientId ?? null,
    lead_id: input.leadId ?? null,
    appointment_id: input.appointmentId ?? null,
    branch_id: input.branchId ?? null,
  })
  tx.emit(taskCreated, taskFacts(task))
  return task
}
