import { permission } from '../access.ts'
import { AppointmentStatus } from '../appointments.ts'
import {
  allClearable,
  allOptional,
  described,
  Id,
  MaybeText,
  Nullable,
  Optional,
  resource,
  shape,
  Timestamp,
  UpTo,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'
import { Permitted } from '../tiers.ts'
import { cardFields, DayCard } from './day.ts'

const { operation } = family('Appointments', {
  read: permission('day:read'),
  write: permission('appointments:write', 'appointments:write.own'),
  sight: 'branch',
})

const FieldChange = shape('appointmentFieldChange', {
  field: described(Type.String(), 'Name of the field.'),
  from: described(Type.Unknown(), 'What it was.'),
  to: described(Type.Unknown(), 'What it is since.'),
})
const Change = shape('appointmentChange', {
  version: described(Type.Integer(), 'Which the change made.'),
  at: described(Timestamp, 'When it was made.'),
  by: shape('appointmentChanger', {
    kind: described(Type.String(), 'staff, installation, assistant or system.'),
    name: described(MaybeText, 'As they are called now; null of who is gone, or is no person and no plugin.'),
  }),
  changes: described(Type.Array(FieldChange), 'What it changed.'),
})

/** A visit with all that the card leaves out. */
export const DayAppointment = resource(
  'appointment',
  {
    ...cardFields,
    details: described(MaybeText, 'What the desk notes on it.'),
    cancelReason: described(MaybeText, 'Why it was canceled; null where it was not, or no reason was given.'),
    replacedById: described(Nullable(Id), 'The one that was made in its place; null where none was.'),
    encounterId: Permitted(
      'encounters:read',
      described(Nullable(Id), 'Of what was written of it; null where nothing was.'),
    ),
    createdAt: described(Timestamp, 'When it was booked.'),
    changes: described(Type.Array(Change), 'The last 20 changes, newest first.'),
  },
  'dayAppointment',
)

export const getDayAppointment = operation({
  id: 'getDayAppointment',
  route: 'GET /appointments/:id',
  summary: 'A visit with its last changes',
  description: 'The card as it stands in the day, what the card leaves out, and who changed what of it.',
  input: { id: Id },
  returns: DayAppointment,
})

const said = {
  title: described(UpTo(200), 'What stands on the card.'),
  details: described(UpTo(2000), 'What the desk notes on it.'),
  room: described(UpTo(50), 'As the branch lists it.'),
  type: described(UpTo(50), 'What kind of visit it is.'),
}
const Urgent = described(Type.Boolean(), 'Whether it may lie outside the hours.')
const Online = described(Type.Boolean(), 'Whether it is a video call.')
const ProcedureIds = described(Type.Array(Id, { maxItems: 10 }), 'What it is for.')

export const bookDayAppointment = operation({
  id: 'bookDayAppointment',
  route: 'POST /appointments',
  summary: 'Books a visit',
  description:
    'By the rules of the plugin API; what has been can be written down as well. Without end it is as long as its procedures, or else as a slot of the doctor. A refused time says what is in the way and which times are free instead. waitListEntryId takes the patient off the wait list.',
  input: {
    start: described(Timestamp, 'When it begins.'),
    end: Optional(described(Timestamp, 'When it ends.')),
    branchId: Id,
    doctorId: Id,
    patientId: Optional(Id),
    ...allOptional(said),
    urgent: Optional(Urgent),
    isOnline: Optional(Online),
    procedureIds: Optional(ProcedureIds),
    waitListEntryId: Optional(Id),
  },
  returns: DayCard,
  status: 201,
  emits: ['appointment.created'],
  refuses: ['slot_unavailable', 'invalid_state_transition'],
})

export const takeWalkIn = operation({
  id: 'takeWalkIn',
  route: 'POST /appointments/walk-in',
  summary: 'Books who comes without a visit, and checks them in',
  description:
    'Into the next gap of today, of the doctor or of the first who has one. Who is urgent is taken outside the hours as well, never over another visit.',
  input: {
    branchId: Id,
    patientId: Id,
    doctorId: Optional(Id),
    procedureIds: Optional(ProcedureIds),
    urgent: Optional(Urgent),
  },
  returns: DayCard,
  status: 201,
  emits: ['appointment.created', 'appointment.checkedin'],
  refuses: ['slot_unavailable'],
})

export const updateDayAppointment = operation({
  id: 'updateDayAppointment',
  route: 'PATCH /appointments/:id',
  summary: 'Changes a visit',
  description:
    'Absent fields stay as they are; null clears title, details, room or type. Times and branch change before the patient has checked in, the doctor before they sit in the chair, the room until the visit is over; the patient is given to a visit that has none.',
  versioned: { of: 'appointment', fields: { start: 'startsAt', end: 'endsAt' } },
  input: {
    id: Id,
    start: Optional(described(Timestamp, 'When it begins.')),
    end: Optional(described(Timestamp, 'When it ends.')),
    branchId: Optional(Id),
    doctorId: Optional(Id),
    patientId: Optional(Id),
    ...allClearable(said),
    urgent: Optional(Urgent),
    isOnline: Optional(Online),
    procedureIds: Optional(ProcedureIds),
  },
  returns: DayCard,
  emits: ['appointment.updated'],
  refuses: ['slot_unavailable', 'invalid_state_transition'],
})

export const replaceDayAppointment = operation({
  id: 'replaceDayAppointment',
  route: 'POST /appointments/:id/replace',
  summary: 'Makes an open visit in the place of one that was moved by mistake',
  description:
    'With the same facts, where a move can no longer be taken back. One that is checked in or waits is canceled with it; one that was canceled or missed stays so. It stands in no day any more.',
  input: { id: Id },
  returns: DayCard,
  status: 201,
  emits: ['appointment.created', 'appointment.cancelled'],
  refuses: ['invalid_state_transition', 'slot_unavailable'],
})

export const moveDayAppointment = operation({
  id: 'moveDayAppointment',
  route: 'POST /appointments/:id/status',
  summary: 'Moves a visit to another status',
  description:
    'from is the status that the person saw, a held one too: where it is another by now, the move is refused. The move is held for as long as the clinic has said, and nothing outside hears of it until then; hold false does it immediately. A visit that is DELAYED is checked in as well. A held move is done before anything else is written of the visit, by whomever.',
  input: {
    id: Id,
    from: described(AppointmentStatus, 'What it was shown as.'),
    to: described(AppointmentStatus, 'What it is to be.'),
    reason: Optional(described(UpTo(500), 'Why it is canceled.')),
    hold: Optional(described(Type.Boolean(), 'Whether it may be taken back for a while, as unless told.')),
  },
  returns: DayCard,
  emits: [
    'appointment.updated',
    'appointment.checkedin',
    'appointment.completed',
    'appointment.cancelled',
    'appointment.noshow',
  ],
  refuses: ['invalid_state_transition'],
})

export const undoHeldMove = operation({
  id: 'undoHeldMove',
  route: 'DELETE /appointments/:id/held-move',
  summary: 'Takes a held move back',
  description:
    'Nothing outside has heard of it, and the appointment is as it was. Once the move is done it can no longer be taken back.',
  input: { id: Id },
  returns: DayCard,
  changes: ['status'],
  refuses: ['undo_expired'],
})
