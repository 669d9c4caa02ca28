import type { getAvailability } from '@clinic/contract/availability.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { addDays, datesFrom, startOfDay } from '../../kernel/values/zone.ts'
import { type DateProblem, dateProblem, dateRange, HORIZON_DAYS } from './date-range.ts'
import { scheduleOf } from './schedule-of.ts'
import { availabilityDays, type DaySlots } from './slots.ts'

const EXPECTED: Record<DateProblem, string> = {
  in_the_past: 'must not be before today in the time zone of the clinic',
  too_far_ahead: `must be within the next ${HORIZON_DAYS} days`,
}

/** The free slots of each asked day. A doctor who cannot be booked at the branch at all has none. */
export async function readAvailability(
  tx: Tx,
  { branchId, doctorId, ...asked }: Input<typeof getAvailability>,
): Promise<DaySlots[]> {
  const { timeZone } = tx.clinic
  const now = Date.parse(tx.now)
  const problem = asked.date === undefined ? null : dateProblem(asked.date, now, timeZone)
  if (problem) return refuseInput({ path: 'date', code: problem, message: EXPECTED[problem] })
  const { from, days } = dateRange(asked, now, timeZone)
  const range = { start: startOfDay(from, timeZone), end: startOfDay(addDays(from, days), timeZone) }
  const schedule = await scheduleOf(tx, { branchId, doctorId, range })
  if (schedule.unbookable) return datesFrom(from, days).map(date => ({ date, slots: [] }))
  return availabilityDays({ ...schedule, from, days, now })
}
