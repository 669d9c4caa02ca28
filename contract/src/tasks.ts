import { scope } from './access.ts'
import { eventsAbout } from './event.ts'
import {
  allClearable,
  allOptional,
  Id,
  MaybeId,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  record,
  Text,
  Timestamp,
  UpTo,
} from './fields.ts'
import { family, Type } from './kernel.ts'
import { MaybeNote, Note } from './tiers.ts'

export const TASK_STATUSES = ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELED'] as const
type Status = (typeof TASK_STATUSES)[number]
/** What is done or dropped can be taken up again; what was dropped was not done, and what was done cannot be dropped. */
export const TASK_MOVES: Readonly<Record<Status, readonly Status[]>> = {
  OPEN: ['IN_PROGRESS', 'COMPLETED', 'CANCELED'],
  IN_PROGRESS: ['OPEN', 'COMPLETED', 'CANCELED'],
  COMPLETED: ['OPEN', 'IN_PROGRESS'],
  CANCELED: ['OPEN', 'IN_PROGRESS'],
}
/** Whether it is on the board, still to be done. */
export const isToDo = (status: Status): boolean => status === 'OPEN' || status === 'IN_PROGRESS'

export const TASK_PRIORITIES = ['LOW', 'NORMAL', 'HIGH'] as const
export const TaskStatus = OneOf(TASK_STATUSES)
export const TaskPriority = OneOf(TASK_PRIORITIES)

/** What staff and plugins note for each other is what this scope is asked for. */
export const Task = record('task', {
  title: Note,
  details: MaybeNote,
  status: TaskStatus,
  priority: TaskPriority,
  due: MaybeTimestamp,
  completedAt: MaybeTimestamp,
  order: Type.Integer(),
  assignedToId: MaybeId,
  createdById: MaybeId,
  patientId: MaybeId,
  leadId: MaybeId,
  appointmentId: MaybeId,
  branchId: MaybeId,
})

const links = { assignedToId: Id, patientId: Id, leadId: Id, branchId: Id }
const { listing, operation } = family('Tasks', { read: scope('tasks:read'), write: scope('tasks:write') })

export const listTasks = listing({
  id: 'listTasks',
  route: 'GET /tasks',
  summary: 'List tasks',
  description: 'What the staff has to do, done tasks included. Filter by status for the open ones.',
  paging: 'Std',
  filters: { status: TaskStatus, assignedToId: Id, patientId: Id, leadId: Id },
  returns: Task,
})

export const getTask = operation({
  id: 'getTask',
  route: 'GET /tasks/:id',
  summary: 'Get a task',
  description: 'The task as it is now. Read it after a task event.',
  input: { id: Id },
  returns: Task,
})

export const createTask = operation({
  id: 'createTask',
  route: 'POST /tasks',
  summary: 'Create a task',
  description: 'priority is NORMAL unless given.',
  input: {
    title: Text(1, 200),
    details: Optional(UpTo(2000)),
    due: Optional(Timestamp),
    priority: Optional(TaskPriority),
    ...allOptional(links),
  },
  returns: Task,
  status: 201,
  emits: ['task.created'],
})

export const updateTask = operation({
  id: 'updateTask',
  route: 'PATCH /tasks/:id',
  summary: 'Update a task',
  description:
    'Absent fields stay as they are; null clears details, due and the ids. A task that was completed or canceled can be taken up again; a completed one cannot be canceled, nor a canceled one completed.',
  input: {
    id: Id,
    title: Optional(Text(1, 200)),
    details: Optional(Nullable(UpTo(2000))),
    due: Optional(Nullable(Timestamp)),
    priority: Optional(TaskPriority),
    ...allClearable(links),
    status: Optional(TaskStatus),
  },
  returns: Task,
  emits: ['task.completed'],
  refuses: ['invalid_state_transition'],
})

const taskEvent = eventsAbout('task', { branchId: MaybeId, status: TaskStatus, assignedToId: MaybeId })

export const taskCreated = taskEvent('task.created', 'A task was created.')
export const taskCompleted = taskEvent('task.completed', 'A task was completed.', {
  example: { status: 'COMPLETED' },
  previousAttributes: { status: 'OPEN' },
})
