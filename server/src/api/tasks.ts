import type { Static } from '@clinic/contract/kernel.ts'
import { createTask, getTask, listTasks, TASK_PRIORITIES, type Task, updateTask } from '@clinic/contract/tasks.ts'
import { changeTask } from '../domain/tasks/change-task.ts'
import { openTask } from '../domain/tasks/open-task.ts'
import type { TaskRow } from '../domain/tasks/task.ts'
import { taskStatus } from '../domain/tasks/task-status.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const priorityOf = wordOf(TASK_PRIORITIES)

const present = (row: TaskRow): Static<typeof Task> => ({
  object: 'task',
  id: row.id,
  title: row.title,
  details: row.details,
  status: taskStatus(row.status),
  priority: priorityOf(row.priority),
  due: row.due_at,
  completedAt: row.completed_at,
  order: row.sort_order,
  assignedToId: row.assigned_to_id,
  createdById: row.created_by_id,
  patientId: row.patient_id,
  leadId: row.lead_id,
  appointmentId: row.appointment_id,
  branchId: row.branch_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

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
  implement(listTasks, (tx, query) => page(tx, source, query, present)),
  implement(createTask, async (tx, input) => ({ data: present(await openTask(tx, input)) })),
  implement(getTask, async (tx, { id }) => ({ data: present(await tx.get('task', id)) })),
  implement(updateTask, async (tx, input) => ({ data: present(await changeTask(tx, input)) })),
]
