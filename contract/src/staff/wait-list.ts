import { permission } from '../access.ts'
import {
  DateOnly,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  Nullable,
  OneOf,
  Optional,
  RowVersion,
  resource,
  shape,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { VisitMinutes } from './practitioners.ts'

const { operation, listing } = family('Wait list', {
  read: permission('day:read'),
  write: permission('appointments:write', 'appointments:write.own'),
  sight: 'branch',
})

export const PARTS_OF_DAY = ['MORNING', 'AFTERNOON', 'EVENING'] as const
export const WAIT_PRIORITIES = ['NORMAL', 'URGENT'] as const
export const WAIT_STATES = ['WAITING', 'BOOKED', 'REMOVED'] as const

const State = described(OneOf(WAIT_STATES), 'Whether the patient still waits, was booked, or was taken off.')
const Minutes = described(VisitMinutes, 'How many minutes the visit takes.')
const Weekdays = described(
  Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
  'On which days of the week, 0 is Sunday; any where none is named.',
)
const Parts = described(
  Type.Array(OneOf(PARTS_OF_DAY), { maxItems: 3 }),
  'In which parts of the day: until 12:00, until 17:00, and from then on; any where none is named.',
)
const Priority = described(OneOf(WAIT_PRIORITIES), 'Who is urgent stands first.')
const From = described(DateOnly, 'Not before this date.')
const Until = described(DateOnly, 'Not after this date.')

const patient = {
  patientId: Id,
  name: described(MaybeText, 'First and last name of the patient; null of one who is not shown.'),
  fileNumber: described(MaybeInteger, 'Which the platform gave the file; null of one who is not shown.'),
}

export const WaitListEntry = resource('wait_list_entry', {
  id: Id,
  version: RowVersion,
  ...patient,
  branchId: Id,
  doctorId: described(MaybeId, 'Of whom; null where any doctor will do.'),
  procedureId: described(MaybeId, 'What for; null where that is not said.'),
  minutes: Minutes,
  from: described(Nullable(DateOnly), 'Not before this date; null where there is none.'),
  until: described(Nullable(DateOnly), 'Not after this date; null where there is none.'),
  weekdays: Weekdays,
  parts: Parts,
  priority: Priority,
  note: described(MaybeText, 'What is noted on it; null where nothing is.'),
  state: State,
  appointmentId: described(MaybeId, 'What was booked for it; null where nothing was.'),
  createdAt: described(Timestamp, 'Since when the patient waits.'),
})

export const listWaitList = listing({
  id: 'listWaitList',
  route: 'GET /wait-list',
  summary: 'Who waits for a time that is not free, newest first',
  description: 'Of the branches in sight.',
  paging: 'Page',
  filters: { branchId: Id, doctorId: Id, patientId: Id, state: State },
  returns: WaitListEntry,
})

const note = described(UpTo(500), 'What is noted on it.')

export const addToWaitList = operation({
  id: 'addToWaitList',
  route: 'POST /wait-list',
  summary: 'Puts a patient on the wait list',
  description: 'No plugin hears of it.',
  input: {
    patientId: Id,
    branchId: Id,
    doctorId: Optional(described(Id, 'Any doctor will do unless told.')),
    procedureId: Optional(Id),
    minutes: Minutes,
    from: Optional(From),
    until: Optional(Until),
    weekdays: Optional(Weekdays),
    parts: Optional(Parts),
    priority: Optional(Priority),
    note: Optional(note),
  },
  returns: WaitListEntry,
  status: 201,
})

export const updateWaiting = operation({
  id: 'updateWaiting',
  route: 'PATCH /wait-list/:id',
  summary: 'Changes what a patient waits for, or takes them off the list',
  description:
    'Absent fields stay as they are. REMOVED takes the patient off, WAITING puts them on again; BOOKED follows from a booking that names the entry, and is final.',
  versioned: { of: 'wait_list_entry', fields: { from: 'fromDate', until: 'untilDate' } },
  input: {
    id: Id,
    branchId: Optional(Id),
    doctorId: Optional(Nullable(Id)),
    procedureId: Optional(Nullable(Id)),
    minutes: Optional(Minutes),
    from: Optional(Nullable(From)),
    until: Optional(Nullable(Until)),
    weekdays: Optional(Weekdays),
    parts: Optional(Parts),
    priority: Optional(Priority),
    note: Optional(Nullable(note)),
    state: Optional(described(OneOf(['WAITING', 'REMOVED']), 'Whether the patient waits.')),
  },
  returns: WaitListEntry,
  refuses: ['invalid_state_transition'],
})

const OpenWork = shape('openWork', {
  id: described(Id, 'Of the treatment or the lab order.'),
  patientId: Id,
  name: described(Type.String(), 'First and last name of the patient.'),
  fileNumber: described(Type.Integer(), 'Which the platform gave the file.'),
  what: described(MaybeText, 'What is to be done; null where that is not said.'),
  since: described(Timestamp, 'Since when it is open.'),
})

export const listSlotCandidates = operation({
  id: 'listSlotCandidates',
  route: 'GET /slots/candidates',
  summary: 'Who could come at a free time',
  description:
    'Those on the wait list whom the time fits, urgent ones first and then who has waited longest; patients with planned treatments, and with work that has come from the lab, who have no visit to come. Ten of each.',
  input: { branchId: Id, doctorId: Id, start: Timestamp, end: Timestamp },
  returns: shape('slotCandidates', {
    waiting: described(Type.Array(WaitListEntry), 'Of the wait list.'),
    treatments: described(Type.Array(OpenWork), 'With planned treatments.'),
    labOrders: described(Type.Array(OpenWork), 'With work that has come from the lab.'),
  }),
})
