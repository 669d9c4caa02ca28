import { scope } from './access.ts'
import { exampleIds } from './example-ids.ts'
import { Id, MaybeId, MaybeText, Nested, Nullable, OneOf, Optional, resource, Timestamp, UpTo } from './fields.ts'
import { event, listing, operation, type Static, Type } from './kernel.ts'

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

export const Appointment = resource('appointment', {
  id: Id,
  status: AppointmentStatus,
  start: Timestamp,
  end: Timestamp,
  durationMinutes: Type.Integer(),
  room: MaybeText,
  title: MaybeText,
  details: MaybeText,
  type: MaybeText,
  urgent: Type.Boolean(),
  isOnline: Type.Boolean(),
  videoCall: Nullable(Nested({ id: Id, createdAt: Timestamp })),
  pending: Type.Boolean(),
  cancelReason: MaybeText,
  patientId: MaybeId,
  doctorId: Id,
  branchId: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const reading = { tag: 'Appointments', access: scope('appointments:read') } as const
const writing = { tag: 'Appointments', access: scope('appointments:write') } as const
const details = { title: UpTo(200), details: UpTo(2000), room: UpTo(50) }

export const listAppointments = listing({
  id: 'listAppointments',
  route: 'GET /appointments',
  summary: 'List appointments',
  description:
    'from and to apply to the start of the appointment; where one of them is given, the list is in order of the start, latest first.',
  ...reading,
  paging: 'Std',
  filters: {
    branchId: Optional(Id),
    doctorId: Optional(Id),
    patientId: Optional(Id),
    status: Optional(AppointmentStatus),
  },
  returns: Appointment,
})

export const createAppointment = operation({
  id: 'createAppointment',
  route: 'POST /appointments',
  summary: 'Book an appointment',
  description:
    'Ends after it starts, at most 12 hours later. Whatever the availability offers can be booked; urgent books outside the hours of the branch and the doctor, and what has already begun, but never over another appointment. A room that the branch lists takes the spelling of that list; no room is booked twice.',
  ...writing,
  input: {
    start: Timestamp,
    end: Timestamp,
    branchId: Id,
    doctorId: Id,
    patientId: Optional(Id),
    title: Optional(details.title),
    details: Optional(details.details),
    room: Optional(details.room),
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
  ...reading,
  input: { id: Id },
  returns: Appointment,
})

export const updateAppointment = operation({
  id: 'updateAppointment',
  route: 'PATCH /appointments/:id',
  summary: 'Update an appointment',
  description:
    'Absent fields stay as they are; null clears title, details or room. Times change only before the patient has checked in, the room until the visit is over; new times obey the rules of booking. details.from and details.to of invalid_state_transition are then the same.',
  ...writing,
  input: {
    id: Id,
    start: Optional(Timestamp),
    end: Optional(Timestamp),
    title: Optional(Nullable(details.title)),
    details: Optional(Nullable(details.details)),
    room: Optional(Nullable(details.room)),
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
  ...writing,
  input: { id: Id, cancelReason: Optional(UpTo(500)) },
  returns: Appointment,
  emits: ['appointment.cancelled'],
  refuses: ['invalid_state_transition'],
})

const data = {
  branchId: Id,
  status: AppointmentStatus,
  start: Timestamp,
  end: Timestamp,
  patientId: MaybeId,
  doctorId: Id,
  room: MaybeText,
}
const example = {
  id: exampleIds.appointment,
  branchId: exampleIds.branch,
  status: 'OPEN',
  start: '2026-07-05T07:00:00.000Z',
  end: '2026-07-05T07:30:00.000Z',
  patientId: exampleIds.patient,
  doctorId: exampleIds.practitioner,
  room: '2',
} as const

export const appointmentCreated = event({
  type: 'appointment.created',
  summary: 'An appointment was booked.',
  object: 'appointment',
  data,
  example,
})
export const appointmentUpdated = event({
  type: 'appointment.updated',
  summary: 'An appointment was moved or changed, or took a status that has no event of its own.',
  object: 'appointment',
  data,
  example: { ...example, status: 'CONFIRMED' },
  previousAttributes: { status: 'OPEN' },
})
/** A move from one status to another that has an event of its own. */
const statusEvent = <const Name extends string>(
  type: Name,
  summary: string,
  [before, status]: readonly [AppointmentStatus, AppointmentStatus],
) =>
  event({
    type,
    summary,
    object: 'appointment',
    data,
    example: { ...example, status },
    previousAttributes: { status: before },
  })

export const appointmentCancelled = statusEvent(
  'appointment.cancelled',
  'An appointment was cancelled; its slot is free again.',
  ['CONFIRMED', 'CANCELED'],
)
export const appointmentCheckedIn = statusEvent('appointment.checkedin', 'The patient has arrived.', [
  'CONFIRMED',
  'CHECKEDIN',
])
export const appointmentCompleted = statusEvent('appointment.completed', 'The visit is over.', [
  'INPROGRESS',
  'COMPLETED',
])
export const appointmentNoShow = statusEvent('appointment.noshow', 'The patient did not come.', ['CONFIRMED', 'NOSHOW'])

export const videoCallStarted = event({
  type: 'videocall.started',
  summary: 'The call of an online appointment was opened.',
  object: 'videocall',
  data: { branchId: Id, appointmentId: Id },
  example: { id: exampleIds.videoCall, branchId: exampleIds.branch, appointmentId: exampleIds.appointment },
})
