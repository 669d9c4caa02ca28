import { createTask, getTask, listTasks, updateTask } from '@clinic/contract/tasks.ts'
import { changeTask } from '../domain/tasks/change-task.ts'
import { openTask } from '../domain/tasks/open-task.ts'
import type { TaskRow } from '../domain/tasks/task.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentTask } from '../present/task.ts'

const source = listSource<TaskRow>({
  name: 'listTasks',
  from: 'task t',
  columns: 't.*',
  filters: {
    status: value => `t.status = ${value}`,
    assignedToId: value => `t.assigned_to_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
    leadId: value => `t.lead_id = ${value}`,
  },
  selectiveFilters: ['patientId', 'leadId'],
})

export const tasks = [
  implement(listTasks, (tx, query) => page(tx, source, query, presentTask)),
  implement(createTask, async (tx, input) => ({ data: presentTask(await openTask(tx, input)) })),
  implement(getTask, async (tx, { id }) => ({ data: presentTask(await tx.get('task', id)) })),
  implement(updateTask, async (tx, input) => ({ data: presentTask(await changeTask(tx, input)) })),
]
