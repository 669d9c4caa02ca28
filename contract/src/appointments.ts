import { scope } from './access.ts'
import { event, eventsAbout } from './event.ts'
import {
  allClearable,
  allOptional,
  Id,
  MaybeId,
  Nested,
  Nullable,
  OneOf,
  Optional,
  record,
  Timestamp,
  UpTo,
} from './fields.ts'
import { family, type Static, Type } from './kernel.ts'
import { MaybeClinicText, MaybeNote } from './tiers.ts'

/** Moves between them: contract section 10. COMPLETED, CANCELED and NOSHOW are final. */
export const APPOINTMENT_STATUSES = [
  'OPEN',
  'CONFIRMED',
  'CHECKEDIN',
  'COMPLETED',
  'CANCELED',
  'NOSHOW',
  'INPROGRESS',
  'DELAYED',
  'WAITING',
] as const
export const AppointmentStatus = OneOf(APPOINTMENT_STATUSES)
export type AppointmentStatus = Static<typeof AppointmentStatus>

/** What the desk notes on a visit is shown with it: who the patient is stands in the patient's file. */
export const Appointment = record('appointment', {
  status: AppointmentStatus,
  start: Timestamp,
  end: Timestamp,
  durationMinutes: Type.Integer(),
  room: MaybeClinicText,
  title: MaybeNote,
  details: MaybeNote,
  type: MaybeClinicText,
  urgent: Type.Boolean(),
  isOnline: Type.Boolean(),
  videoCall: Nullable(Nested({ id: Id, createdAt: Timestamp })),
  pending: Type.Boolean(),
  cancelReason: MaybeNote,
  patientId: MaybeId,
  doctorId: Id,
  branchId: Id,
})

const { listing, operation } = family('Appointments', {
  read: scope('appointments:read'),
  write: scope('appointments:write'),
})
const details = { title: UpTo(200), details: UpTo(2000), room: UpTo(50) }

export const listAppointments = listing({
  id: 'listAppointments',
  route: 'GET /appointments',
  summary: 'List appointments',
  description:
    'from and to apply to the start of the appointment; where one of them is given, the list is in order of the start, latest first.',
  paging: 'Std',
  filters: { branchId: Id, doctorId: Id, patientId: Id, status: AppointmentStatus },
  returns: Appointment,
})

export const createAppointment = operation({
  id: 'createAppointment',
  route: 'POST /appointments',
  summary: 'Book an appointment',
  description:
    'Ends after it starts, at most 12 hours later. Whatever the availability offers can be booked; urgent books outside the hours of the branch and the doctor, and what has already begun, but never over another appointment. A room that the branch lists takes the spelling of that list; no room is booked twice.',
  input: {
    start: Timestamp,
    end: Timestamp,
    branchId: Id,
    doctorId: Id,
    patientId: Optional(Id),
    ...allOptional(details),
    urgent: Optional(Type.Boolean()),
  },
  returns: Appointment,
  status: 201,
  emits: ['appointment.created'],
  refuses: ['slot_unavailable'],
})

export const getAppointment = operation({
  id: 'getAppointment',
  route: 'GET /appointments/:id',
  summary: 'Get an appointment',
  description: 'The appointment as it is now. Read it after an appointment event, which carries ids and states alone.',
  input: { id: Id },
  returns: Appointment,
})

export const updateAppointment = operation({
  id: 'updateAppointment',
  route: 'PATCH /appointments/:id',
  summary: 'Update an appointment',
  description:
    'Absent fields stay as they are; null clears title, details or room. Times change only before the patient has checked in, the room until the visit is over; new times obey the rules of booking. details.reason of invalid_state_transition says what is settled.',
  input: {
    id: Id,
    start: Optional(Timestamp),
    end: Optional(Timestamp),
    ...allClearable(details),
  },
  returns: Appointment,
  emits: ['appointment.updated'],
  refuses: ['slot_unavailable', 'invalid_state_transition'],
})

export const cancelAppointment = operation({
  id: 'cancelAppointment',
  route: 'POST /appointments/:id/cancel',
  summary: 'Cancel an appointment',
  description: 'Frees the slot.',
  input: { id: Id, cancelReason: Optional(UpTo(500)) },
  returns: Appointment,
  emits: ['appointment.cancelled'],
  refuses: ['invalid_state_transition'],
})

const appointmentEvent = eventsAbout('appointment', {
  branchId: Id,
  status: AppointmentStatus,
  start: Timestamp,
  end: Timestamp,
  patientId: MaybeId,
  doctorId: Id,
  room: MaybeClinicText,
})

export const appointmentCreated = appointmentEvent('appointment.created', 'An appointment was booked.')
export const appointmentUpdated = appointmentEvent(
  'appointment.updated',
  'An appointment was moved or changed, or took a status that has no event of its own.',
  { example: { status: 'CONFIRMED' }, previousAttributes: { status: 'OPEN' } },
)
export const appointmentCancelled = appointmentEvent(
  'appointment.cancelled',
  'An appointment was cancelled; its slot is free again.',
  { example: { status: 'CANCELED' }, previousAttributes: { status: 'CONFIRMED' } },
)
export const appointmentCheckedIn = appointmentEvent('appointment.checkedin', 'The patient has arrived.', {
  example: { status: 'CHECKEDIN' },
  previousAttributes: { status: 'CONFIRMED' },
})
export const appointmentCompleted = appointmentEvent('appointment.completed', 'The visit is over.', {
  example: { status: 'COMPLETED' },
  previousAttributes: { status: 'INPROGRESS' },
})
export const appointmentNoShow = appointmentEvent('appointment.noshow', 'The patient did not come.', {
  example: { status: 'NOSHOW' },
  previousAttributes: { status: 'CONFIRMED' },
})
export const videoCallStarted = event({
  type: 'videocall.started',
  summary: 'The call of an online appointment was opened.',
  object: 'videocall',
  data: { branchId: Id, appointmentId: Id },
})
