import { permission } from '../access.ts'
import { AppointmentStatus } from '../appointments.ts'
import { described, Id, MaybeText, Nullable, Optional, resource, shape, Timestamp, UpTo } from '../fields.ts'
import { family, Type } from '../kernel.ts'
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
