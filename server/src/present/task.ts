import type { Static } from '@clinic/contract/kernel.ts'
import { TASK_PRIORITIES, type Task } from '@clinic/contract/tasks.ts'
import type { TaskRow } from '../domain/tasks/task.ts'
import { taskStatus } from '../domain/tasks/task.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const priorityOf = wordOf(TASK_PRIORITIES)

export const presentTask = (row: TaskRow): Static<typeof Task> => ({
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
