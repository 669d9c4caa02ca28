import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import {
  Id,
  MaybeId,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  resource,
  Text,
  Timestamp,
  UpTo,
} from './fields.ts'
import { event, listing, operation, Type } from './kernel.ts'

export const TASK_STATUSES = ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELED'] as const
export const TASK_PRIORITIES = ['LOW', 'NORMAL', 'HIGH'] as const
export const TaskStatus = OneOf(TASK_STATUSES)
export const TaskPriority = OneOf(TASK_PRIORITIES)

export const Task = resource('task', {
  id: Id,
  title: Type.String(),
  details: MaybeText,
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
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const reading = { tag: 'Tasks', access: scope('tasks:read') } as const
const writing = { tag: 'Tasks', access: scope('tasks:write') } as const

export const listTasks = listing({
  ...reading,
  id: 'listTasks',
  route: 'GET /tasks',
  summary: 'List tasks',
  paging: 'Std',
  filters: {
    status: Optional(TaskStatus),
    assignedToId: Optional(Id),
    patientId: Optional(Id),
    leadId: Optional(Id),
  },
  returns: Task,
})

export const getTask = operation({
  ...reading,
  id: 'getTask',
  route: 'GET /tasks/:id',
  summary: 'Get a task',
  input: { id: Id },
  returns: Task,
})

export const createTask = operation({
  ...writing,
  id: 'createTask',
  route: 'POST /tasks',
  summary: 'Create a task',
  description: 'priority is NORMAL unless given.',
  input: {
    title: Text(1, 200),
    details: Optional(UpTo(2000)),
    due: Optional(Timestamp),
    priority: Optional(TaskPriority),
    assignedToId: Optional(Id),
    patientId: Optional(Id),
    leadId: Optional(Id),
    branchId: Optional(Id),
  },
  returns: Task,
  status: 201,
  emits: ['task.created'],
})

export const updateTask = operation({
  ...writing,
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
    assignedToId: Optional(Nullable(Id)),
    patientId: Optional(Nullable(Id)),
    leadId: Optional(Nullable(Id)),
    branchId: Optional(Nullable(Id)),
    status: Optional(TaskStatus),
  },
  returns: Task,
  emits: ['task.completed'],
  refuses: ['invalid_state_transition'],
})

const data = { branchId: MaybeId, status: TaskStatus, assignedToId: MaybeId }
const example = {
  id: exampleIds.task,
  branchId: exampleIds.branch,
  status: 'OPEN',
  assignedToId: exampleIds.practitioner,
} as const

export const taskCreated = event({
  type: 'task.created',
  summary: 'A task was created.',
  object: 'task',
  data,
  example,
})
export const taskCompleted = event({
  type: 'task.completed',
  summary: 'A task was completed.',
  object: 'task',
  data,
  example: { ...example, status: 'COMPLETED' },
  previousAttributes: { status: 'OPEN' },
})
