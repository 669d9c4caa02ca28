import { permission } from '../access.ts'
import {
  allClearable,
  allOptional,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  OnlyTrue,
  Optional,
  RowVersion,
  resource,
  Text,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { TaskPriority, TaskStatus } from '../tasks.ts'

const use = permission('tasks:use')
const { operation, listing } = family('Tasks', { read: use, write: use, sight: 'branch' })

export const DUE = ['late', 'today', 'later', 'whenever'] as const

const Order = described(Type.Integer({ minimum: 0, maximum: 2_000_000_000 }), 'The place on the board, from the top.')

export const BoardTask = resource(
  'task',
  {
    id: Id,
    version: RowVersion,
    title: described(Type.String(), 'What is to be done.'),
    details: described(MaybeText, 'What else is to be known; null where nothing is.'),
    status: TaskStatus,
    priority: TaskPriority,
    due: described(MaybeTimestamp, 'Until when; null where that is not said.'),
    completedAt: described(MaybeTimestamp, 'When it was ticked off; null where it is not.'),
    order: Order,
    assignedToId: described(MaybeId, 'The practitioner who is to do it; null where anybody may.'),
    createdById: described(
      MaybeId,
      'The practitioner who wants it done; null where a plugin does, or a person who is none.',
    ),
    patientId: MaybeId,
    patientName: described(MaybeText, 'First and last name of the patient; null of one who is not in sight.'),
    fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not in sight.'),
    leadId: MaybeId,
    appointmentId: MaybeId,
    branchId: described(MaybeId, 'Of which branch it is; null where all of the clinic see it.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  'boardTask',
)

export const listBoardTasks = listing({
  id: 'listBoardTasks',
  route: 'GET /tasks',
  summary: 'What the staff has to do',
  description:
    'Of the branches in sight, and what is of none. With open or due only what is still to be done, in the order of the board; else all there ever was, newest first.',
  paging: 'Page',
  filters: {
    open: described(OnlyTrue, 'Only what is neither done nor dropped.'),
    due: described(
      OneOf(DUE),
      'Only what is still to be done: what should be done by now, what is due in the rest of the day, on a later day, or at no time that is said.',
    ),
    mine: described(OnlyTrue, 'Only what is given to oneself: nothing, for those who are no practitioner.'),
    assignedToId: Id,
    patientId: Id,
    branchId: Id,
    status: TaskStatus,
  },
  returns: BoardTask,
})

const links = { assignedToId: Id, patientId: Id, leadId: Id, branchId: Id }

export const addBoardTask = operation({
  id: 'addBoardTask',
  route: 'POST /tasks',
  summary: 'Gives the staff something to do',
  description:
    'At the end of the board, wanted by who one is on the list of practitioners. priority is NORMAL unless given.',
  input: {
    title: Text(1, 200),
    details: Optional(UpTo(2000)),
    due: Optional(Timestamp),
    priority: Optional(TaskPriority),
    ...allOptional(links),
    appointmentId: Optional(described(Id, 'The visit that it is about.')),
  },
  returns: BoardTask,
  status: 201,
  emits: ['task.created'],
})

export const updateBoardTask = operation({
  id: 'updateBoardTask',
  route: 'PATCH /tasks/:id',
  summary: 'Changes a task, ticks it off, takes it up again, or puts it elsewhere on the board',
  description:
    'Absent fields stay as they are; null clears details, due and the ids. What is done or dropped can be taken up again; what is done cannot be dropped, nor what is dropped be done.',
  versioned: { of: 'task', fields: { due: 'dueAt', order: 'sortOrder' } },
  input: {
    id: Id,
    title: Optional(Text(1, 200)),
    details: Optional(Nullable(UpTo(2000))),
    due: Optional(Nullable(Timestamp)),
    priority: Optional(TaskPriority),
    ...allClearable(links),
    status: Optional(TaskStatus),
    order: Optional(
      described(
        Order,
        'The place on the board that it takes. Those between there and where it was close up towards where it was.',
      ),
    ),
  },
  returns: BoardTask,
  emits: ['task.completed'],
  refuses: ['invalid_state_transition'],
})
