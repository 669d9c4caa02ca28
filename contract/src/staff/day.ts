import { permission } from '../access.ts'
import { AppointmentStatus } from '../appointments.ts'
import {
  DateOnly,
  described,
  Id,
  MaybeId,
  MaybeInteger,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  RowVersion,
  resource,
  shape,
  Timestamp,
} from '../fields.ts'
import { family, type Static, Type } from '../kernel.ts'
import { Permitted } from '../tiers.ts'

/** Why somewhere is shut on a date. */
export const CLOSED_REASONS = ['weekday', 'holiday', 'inactive'] as const
/** Why a doctor, or a room, is not there. */
export const BLOCK_KINDS = ['LEAVE', 'SICK', 'BREAK', 'MEETING', 'RESERVED', 'MAINTENANCE'] as const
/** Why a visit stands where none would be booked. */
export const MISPLACED = ['away', 'off', 'closed'] as const
export const REMINDER_STATES = ['none', 'due', 'sent', 'failed'] as const
export const LAB_STATES = ['none', 'pending', 'late', 'received'] as const

const Span = shape('daySpan', { start: Timestamp, end: Timestamp })

export const DayClosed = shape('dayClosed', {
  reason: described(
    OneOf(CLOSED_REASONS),
    'A day of the week on which it never opens, a holiday, or a branch that is closed down.',
  ),
  name: described(MaybeText, 'Of the holiday, where it has one.'),
})

/** A time at which a doctor or a room is not there. */
export const DayAway = shape('dayAway', {
  blockId: Id,
  start: Timestamp,
  end: Timestamp,
  kind: described(OneOf(BLOCK_KINDS), 'What for.'),
  note: described(MaybeText, 'What is noted on it; null where nothing is.'),
})

export const DayColumn = shape('dayColumn', {
  date: described(DateOnly, 'On the calendar of the clinic.'),
  doctorId: described(MaybeId, 'Whose column it is; null in one of a room.'),
  room: described(MaybeText, 'Of which room, where they are by room; null in that of the visits without one.'),
  closed: described(Nullable(DayClosed), 'Why the branch is shut on the date; null where it is open.'),
  working: described(Type.Array(Span), 'When visits can be booked here, those of others aside.'),
  away: described(Type.Array(DayAway), 'When the doctor or the room is not there.'),
})
export type DayColumn = Static<typeof DayColumn>

/** A move that the person who made it may still take back: nothing outside has heard of it. */
export const HeldMove = shape('heldMove', {
  to: AppointmentStatus,
  at: described(Timestamp, 'When it was made.'),
  until: described(Timestamp, 'When it is done, unless it is taken back before.'),
  by: described(Type.String(), 'Name of the person who made it.'),
})

export const cardFields = {
  id: Id,
  version: RowVersion,
  status: described(AppointmentStatus, 'What everybody is told; a move that is held comes after it.'),
  held: described(Nullable(HeldMove), 'The move that is held; null where none is.'),
  start: Timestamp,
  end: Timestamp,
  branchId: Id,
  doctorId: Id,
  room: MaybeText,
  patientId: MaybeId,
  name: described(MaybeText, 'First and last name of the patient.'),
  fileNumber: described(MaybeInteger, 'Which the platform gave the file.'),
  age: described(MaybeInteger, 'In whole years, today.'),
  firstVisit: described(Type.Boolean(), 'Whether the patient has completed no visit before it.'),
  procedureIds: Type.Array(Id),
  type: MaybeText,
  title: MaybeText,
  urgent: Type.Boolean(),
  isOnline: described(Type.Boolean(), 'Whether it is a video call.'),
  walkIn: described(Type.Boolean(), 'Whether the patient came without a visit: it was booked as they arrived.'),
  arrivedAt: described(MaybeTimestamp, 'When the patient arrived, by a move that is held, too.'),
  seatedAt: described(MaybeTimestamp, 'When the patient sat down in the chair, by a move that is held, too.'),
  finishedAt: described(MaybeTimestamp, 'When the visit was over, by a move that is held, too.'),
  misplaced: described(
    Nullable(OneOf(MISPLACED)),
    'Why it stands where none would be booked: the doctor or the room is away, the doctor is off duty, the branch is shut.',
  ),
  wantsChange: described(Type.Boolean(), 'Whether the patient said that they cannot come.'),
  reminder: described(OneOf(REMINDER_STATES), 'What became of the last reminder.'),
  balance: Permitted(
    'balances:read',
    described(Type.Number(), 'What the patient still has to pay, in the currency of the clinic.'),
  ),
  highAlerts: described(Type.Integer(), 'How many alerts of the patient are of the highest severity.'),
  consentMissing: described(Type.Boolean(), 'Whether a signature is missing that the visit needs.'),
  lab: described(
    OneOf(LAB_STATES),
    'How it stands with what a lab makes for the patient; late is due after the visit.',
  ),
}

/** A visit as it stands in the day of a branch. */
export const DayCard = resource('appointment', cardFields, 'dayCard')
export type DayCard = Static<typeof DayCard>

export const Day = shape('day', {
  date: described(DateOnly, 'The first one, on the calendar of the clinic.'),
  now: described(Timestamp, 'By the clock of the clinic.'),
  closed: described(Nullable(DayClosed), 'Why the branch is shut on the date; null where it is open.'),
  hours: described(Type.Array(Span), 'When the branch is open.'),
  columns: described(Type.Array(DayColumn), 'Those who work there or have a visit, or the rooms; in a week its dates.'),
  cards: described(Type.Array(DayCard), 'In order of their start.'),
})
export type Day = Static<typeof Day>

const { operation } = family('Day', { read: permission('day:read'), sight: 'branch' })

export const getDay = operation({
  id: 'getDay',
  route: 'GET /day',
  summary: 'The day of a branch',
  description:
    'Its visits as cards and what they stand in: the doctors who work at the branch or have a visit there, or its rooms; with days 7 the week of one doctor. ids asks for these cards alone, as they are now: one that is not answered has left the day.',
  input: {
    branchId: Id,
    date: Optional(described(DateOnly, 'Today in the clinic unless told.')),
    by: Optional(described(OneOf(['doctor', 'room']), 'What the columns are of; doctors unless told.')),
    doctorId: Optional(described(Id, 'Of whom alone the visits are.')),
    days: Optional(described(Type.Integer({ minimum: 1, maximum: 7 }), 'From date on: 1, or 7 with doctorId.')),
    ids: Optional(described(Type.Array(Id, { minItems: 1, maxItems: 50 }), 'Of which visits alone the cards are.')),
  },
  returns: Day,
  check: ({ days = 1, doctorId }) => {
    if (days !== 1 && days !== 7) return [{ path: 'days', code: 'enum', message: 'must be 1 or 7' }]
    const isOfAll = days === 7 && doctorId === undefined
    return isOfAll ? [{ path: 'doctorId', code: 'required', message: 'is required for a week' }] : []
  },
})
