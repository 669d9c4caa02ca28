import { TASK_PRIORITIES, TASK_STATUSES } from '@clinic/contract/tasks.ts'
import type { Input } from '../../lib/api.ts'
import { changedFields } from '../../lib/changed-fields.ts'
import type { clinicDays } from '../../lib/clinic-time.ts'
import { typedTime } from '../../lib/typed-time.ts'
import type { Picked } from '../../ui/picker.tsx'
import type { Task } from './task.ts'

type Days = ReturnType<typeof clinicDays>

/** A task as it is typed; a day without a time is the whole day. */
export interface TaskDraft {
  title: string
  details: string
  assignedToId: string
  branchId: string
  patient: Picked | undefined
  day: string
  time: string
  priority: string
  status: string
}

export const EMPTY_TASK: TaskDraft = {
  ...{ title: '', details: '', assignedToId: '', branchId: '', patient: undefined },
  ...{ day: '', time: '', priority: 'NORMAL', status: 'OPEN' },
}

/** The last minute of a day. */
const END_OF_DAY = '23:59'

export function draftOf(task: Task, days: Days, hidden: string): TaskDraft {
  const due = task.due === null ? { day: '', time: '' } : days.of(task.due)
  const { patientId, patientName } = task
  return {
    ...{ title: task.title, details: task.details ?? '', priority: task.priority, status: task.status },
    ...{ assignedToId: task.assignedToId ?? '', branchId: task.branchId ?? '' },
    patient: patientId === null ? undefined : { id: patientId, name: patientName ?? hidden },
    ...{ day: due.day, time: due.time === END_OF_DAY ? '' : due.time },
  }
}

/** Until when: null where no day is said; what is no day or no time is empty, which the contract refuses. */
function dueOf({ day, time }: TaskDraft, days: Days): string | null {
  if (day === '' && time.trim() === '') return null
  return days.at(day, time.trim() === '' ? END_OF_DAY : (typedTime(time) ?? '')) ?? ''
}

/** Every field as it is typed; null is none. */
export function fieldsOf(draft: TaskDraft, days: Days) {
  return {
    title: draft.title.trim(),
    details: draft.details.trim() || null,
    assignedToId: draft.assignedToId || null,
    branchId: draft.branchId || null,
    patientId: draft.patient?.id ?? null,
    due: dueOf(draft, days),
    priority: TASK_PRIORITIES.find(one => one === draft.priority) ?? 'NORMAL',
    status: TASK_STATUSES.find(one => one === draft.status) ?? 'OPEN',
  } as const
}

/** What is given of a task that is new. */
export function newTaskOf(draft: TaskDraft, days: Days, appointmentId?: string): Input<'addBoardTask'> {
  const { title, priority, details, assignedToId, branchId, patientId, due } = fieldsOf(draft, days)
  return {
    ...{ title, priority },
    ...(details !== null && { details }),
    ...(assignedToId !== null && { assignedToId }),
    ...(branchId !== null && { branchId }),
    ...(patientId !== null && { patientId }),
    ...(due !== null && { due }),
    ...(appointmentId !== undefined && { appointmentId }),
  }
}

/** The fields that are typed differently from how they were. */
export const changesOf = (before: TaskDraft, draft: TaskDraft, days: Days): Omit<Input<'updateBoardTask'>, 'id'> =>
  changedFields(fieldsOf(before, days), fieldsOf(draft, days))
