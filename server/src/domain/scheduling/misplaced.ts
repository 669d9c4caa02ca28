import type { AppointmentStatus } from '@clinic/contract/appointments.ts'
import type { Away } from './day-branch.ts'
import type { CardRow } from './day-cards.ts'
import { around, dutyHours, openHours } from './day-hours.ts'
import { type Interval, union } from './intervals.ts'
import type { ReadDay } from './read-day.ts'
import { appointmentStatus } from './status.ts'

export type Misplaced = 'away' | 'off' | 'closed'

const COMING: readonly AppointmentStatus[] = ['OPEN', 'CONFIRMED', 'DELAYED']

const isWithin = (span: Interval, hours: readonly Interval[]) =>
  hours.some(({ start, end }) => start <= span.start && span.end <= end)
const meets = (span: Interval, { start, end }: Away) => Date.parse(start) < span.end && span.start < Date.parse(end)

/** What of a visit says whether it could be booked where it stands. */
type Visit = Pick<CardRow, 'status' | 'starts_at' | 'ends_at' | 'doctor_id' | 'room' | 'urgent'>

/**
 * Says of visits that are yet to come why they stand where none would be booked. An urgent one was booked outside the hours
 * on purpose.
 */
export function misplacedIn(
  { branch, date, days }: Pick<ReadDay, 'branch' | 'date' | 'days'>,
  timeZone: string,
): (card: Visit) => Misplaced | null {
  const dates = around({ timeZone, date, days })
  const open = union(openHours(branch, dates))
  const doctors = new Map(
    branch.doctors.map(doctor => [doctor.id, { ...doctor, duty: union(dutyHours(branch, doctor, dates)) }]),
  )
  return card => {
    if (!COMING.includes(appointmentStatus(card))) return null
    const span = { start: Date.parse(card.starts_at), end: Date.parse(card.ends_at) }
    const doctor = doctors.get(card.doctor_id)
    const shut = branch.room_blocks.filter(({ room }) => room.toLowerCase() === card.room?.toLowerCase())
    if ([...(doctor?.timeOff ?? []), ...shut].some(away => meets(span, away))) return 'away'
    if (card.urgent) return null
    if (!isWithin(span, open)) return 'closed'
    return doctor && isWithin(span, doctor.duty) ? null : 'off'
  }
}
