import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import { workingIntervals } from '../domain/scheduling/hours.ts'
import type { Interval } from '../domain/scheduling/intervals.ts'
import { addDays, datesFrom, MINUTE_MS } from '../kernel/values/zone.ts'
import { DAY_MS, HOUR_MS, iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { flowOfToday } from './flow-of-today.ts'
import { branchHours, doctorHours } from './hours.ts'
import type { BranchPlan, StaffPlan } from './plan.ts'
import { type Patient, patientChooser, roomKeeper, type Visit } from './visit-choices.ts'

export const PAST_DAYS = 90
export const FUTURE_DAYS = 30

const CANCEL_REASONS = [
  'Patient asked for another day',
  'Travelling',
  'Feeling unwell',
  'Found an earlier appointment',
  'Doctor away',
]
const TYPES = [
  ['Treatment', 6],
  ['Consultation', 3],
  ['Follow-up', 3],
] as const

type Status = AppointmentStatus

/** In the past 15 to 16 of a hundred did not come about. */
const PAST = [
  ['COMPLETED', 84.5],
  ['NOSHOW', 9],
  ['CANCELED', 6.5],
] as const
const SOON = [
  ['CHECKEDIN', 5],
  ['WAITING', 3],
  ['CONFIRMED', 2],
] as const
const FUTURE = [
  ['OPEN', 52],
  ['CONFIRMED', 40],
  ['DELAYED', 2],
  ['CANCELED', 6],
] as const

function statusAt({ random, now }: DemoContext, { start, end }: Interval): Status {
  if (end <= now) return random.weighted<Status>(PAST)
  if (start <= now) return 'INPROGRESS'
  return random.weighted<Status>(start <= now + HOUR_MS / 2 ? SOON : FUTURE)
}

/** The further ahead, the emptier the diary. */
const occupancyAt = ({ plan, now }: DemoContext, start: number): number =>
  start <= now ? plan.occupancy : plan.occupancy * Math.max(0.25, 1 - (start - now) / (FUTURE_DAYS * DAY_MS))

/** Goes through a shift slot by slot; a visit takes one to three of them. */
function visitsOf(context: DemoContext, doctor: StaffPlan, branch: BranchPlan, shift: Interval): Visit[] {
  const { random } = context
  const slotMs = (doctor.slotMinutes ?? 30) * MINUTE_MS
  const visits: Visit[] = []
  for (let start = shift.start; start + slotMs <= shift.end; ) {
    const slots = random.weighted([
      [1, 6],
      [2, 3],
      [3, 1],
    ] as const)
    const end = Math.min(start + slots * slotMs, shift.end)
    // A visit of several slots is as likely to begin as one of a single slot, so beginning is rarer than being busy.
    if (random.chance(occupancyAt(context, start) / 1.4)) visits.push({ doctor, branch, start, end })
    start = visits.at(-1)?.end === end ? end : start + slotMs
  }
  return visits
}

function allVisits(context: DemoContext): Visit[] {
  const { plan, today } = context
  const dates = datesFrom(addDays(today, -PAST_DAYS), PAST_DAYS + 1 + FUTURE_DAYS)
  const visits = plan.staff
    .filter(({ role }) => role === 'doctor')
    .flatMap(doctor =>
      plan.branches
        .filter(({ key }) => doctor.shifts.some(shift => shift.branch === key))
        .flatMap(branch => {
          const hours = [branchHours(context, branch), doctorHours(context, doctor, branch)] as const
          const shifts = dates.flatMap(date => workingIntervals(...hours, date))
          return shifts.flatMap(shift => visitsOf(context, doctor, branch, shift))
        }),
    )
  return visits.toSorted((one, other) => one.start - other.start)
}

function appointmentRow(context: DemoContext, visit: Visit, patient: Patient, room: string | null) {
  const { plan, random, id, now } = context
  const { doctor, branch, start, end } = visit
  const status = statusAt(context, visit)
  const isOnline =
    doctor.treats?.some(group => group === 'exam' || group === 'medicine') === true && random.chance(0.04)
  const procedures = plan.groups.filter(({ key }) => doctor.treats?.includes(key)).flatMap(group => group.procedures)
  const [code, title] = random.pick(procedures)
  const earliest = Math.max(patient.createdMs, Math.min(start, now) - random.integer(1, 24) * DAY_MS)
  const created = Math.floor(earliest + random.next() * (Math.min(start, now) - earliest) * 0.5)
  const touched = end <= now ? end + random.integer(-5, 9) * MINUTE_MS : created + (now - created) * random.next()
  return {
    id: id('appointment', doctor.key, start),
    branch_id: id('branch', branch.key),
    doctor_id: id('practitioner', doctor.key),
    patient_id: patient.id,
    status,
    starts_at: iso(start),
    ends_at: iso(end),
    room: isOnline ? null : room,
    title,
    procedure_ids: [id('procedure', code)],
    type: random.weighted(TYPES),
    urgent: random.chance(0.03),
    is_online: isOnline,
    video_call_id: isOnline && status === 'COMPLETED' ? id('video_call', doctor.key, start) : null,
    video_call_created_at: isOnline && status === 'COMPLETED' ? iso(start) : null,
    cancel_reason: status === 'CANCELED' ? random.pick(CANCEL_REASONS) : null,
    created_at: iso(created),
    updated_at: iso(Math.min(Math.max(touched, created), now)),
  }
}

/** Ninety days of visits that took place or did not, what is going on today, and thirty days of bookings. */
export const appointmentsStep: DemoStep = {
  name: 'appointments',
  rows(context) {
    const roomFor = roomKeeper(context)
    const choose = patientChooser(context)
    const appointment = allVisits(context).flatMap(visit => {
      const patient = choose(visit)
      return patient ? [appointmentRow(context, visit, patient, roomFor(visit))] : []
    })
    return { appointment: flowOfToday(context, appointment) }
  },
}
