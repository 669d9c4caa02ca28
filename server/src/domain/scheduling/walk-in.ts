import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, localDate, MINUTE_MS, startOfDay } from '../../kernel/values/zone.ts'
import type { AppointmentRow } from './appointment.ts'
import { bookAppointment } from './book-appointment.ts'
import { absences } from './hours.ts'
import { subtract, union } from './intervals.ts'
import { nextSlots, type OfferedSlot } from './next-slots.ts'
import { performMove } from './perform-move.ts'
import { minutesOf, minutesWith } from './proposed-minutes.ts'
import { scheduleOf } from './schedule-of.ts'

interface WalkIn {
  branchId: string
  patientId: string
  doctorId?: string | undefined
  procedureIds?: string[] | undefined
  urgent?: boolean | undefined
}

/**
 * Books who comes without a visit into today's next gap, of the doctor or of the first who has one, and checks them in. Who is
 * urgent is taken outside the hours as well, never over another visit.
 */
export async function walkIn(tx: Tx, input: WalkIn): Promise<AppointmentRow> {
  const { branchId, patientId, procedureIds, urgent = false } = input
  const slot = (await gapInHours(tx, input)) ?? (urgent ? await gapOutside(tx, input) : undefined)
  if (!slot)
    return refuse('slot_unavailable', { conflict: 'hours', reason: 'taken', appointmentId: null, suggestions: [] })
  const visit = { ...slot, room: slot.room ?? undefined, branchId, patientId, procedureIds, urgent }
  return performMove(tx, await bookAppointment(tx, visit), { to: 'CHECKEDIN' })
}

const USUAL_MINUTES = 30
/** Who comes shortly before midnight is taken after it. */
const LATE_MS = 2 * 60 * MINUTE_MS

/** Before which a visit of today begins. */
function endOfToday(tx: Tx): number {
  const [now, { timeZone }] = [Date.parse(tx.now), tx.clinic]
  return Math.max(startOfDay(addDays(localDate(now, timeZone), 1), timeZone), now + LATE_MS)
}

async function gapInHours(tx: Tx, { branchId, doctorId, procedureIds }: WalkIn): Promise<OfferedSlot | undefined> {
  const durationMinutes =
    doctorId === undefined
      ? await minutesOf(tx, procedureIds, USUAL_MINUTES)
      : await minutesWith(tx, doctorId, procedureIds)
  const [slot] = await nextSlots(tx, { branchId, doctorId, durationMinutes, limit: 1 })
  return slot && Date.parse(slot.start) < endOfToday(tx) ? slot : undefined
}

const doctorsOf = sql<{ id: string; slot_minutes: number }>(`
  select doctor.id, doctor.slot_minutes from practitioner_branch as works join practitioner as doctor
    on doctor.company_id = works.company_id and doctor.id = works.practitioner_id
  where works.company_id = $1 and works.branch_id = $2 and doctor.active and doctor.is_doctor
    and ($3::text is null or doctor.id = $3)
  order by doctor.sort_order, doctor.id`)

/** The first gap between the visits of doctors who are not away, whether or not anybody is on duty. */
async function gapOutside(tx: Tx, { branchId, doctorId, procedureIds }: WalkIn): Promise<OfferedSlot | undefined> {
  const range = { start: Math.ceil(Date.parse(tx.now) / MINUTE_MS) * MINUTE_MS, end: endOfToday(tx) }
  const doctors = await tx.sql(doctorsOf([tx.clinic.id, branchId, doctorId ?? null]))
  const gaps = await Promise.all(
    doctors.map(async ({ id, slot_minutes }) => {
      const { busy, doctor } = await scheduleOf(tx, { branchId, doctorId: id, range })
      const lengthMs = (await minutesOf(tx, procedureIds, slot_minutes)) * MINUTE_MS
      // It begins today, and may end behind midnight.
      const free = subtract({ ...range, end: range.end + lengthMs }, union([...busy, ...absences(doctor)]))
      const gap = free.find(({ start, end }) => end - start >= lengthMs)
      return gap && gap.start < range.end ? [{ start: gap.start, end: gap.start + lengthMs, doctorId: id }] : []
    }),
  )
  const [first] = gaps.flat().sort((one, other) => one.start - other.start)
  if (!first) return undefined
  const [start, end] = [first.start, first.end].map(instant => new Date(instant).toISOString())
  return start && end ? { start, end, doctorId: first.doctorId, room: null } : undefined
}
