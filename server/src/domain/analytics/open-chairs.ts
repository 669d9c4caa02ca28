import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { DAY_MS, localDate, MINUTE_MS } from '../../kernel/values/zone.ts'
import { absences, type DoctorHours, workingShifts } from '../scheduling/hours.ts'
import { type Interval, subtract, union } from '../scheduling/intervals.ts'
import {
  type BranchHoursRow,
  branchHours,
  type DutyRow,
  dutyColumns,
  hoursColumns,
} from '../scheduling/stored-hours.ts'
import type { Whose } from './figures.ts'

/** Time in which a number of chairs can be used. */
export interface OpenTime extends Interval {
  chairs: number
}

interface BranchRow extends BranchHoursRow, DutyRow {
  rooms: number
  first_day_of_week: number
}

const branches = sql<BranchRow>(`
  select cardinality(branch.rooms) as rooms, ${hoursColumns('branch')},
    branch.first_day_of_week, ${dutyColumns('$3', 'branch.id')}
  from branch
  where branch.company_id = $1 and case when $2::text is null then branch.active else branch.id = $2 end
    and ($3::text is null or exists (
      select from practitioner_branch as works
      where works.company_id = $1 and works.practitioner_id = $3 and works.branch_id = branch.id))
  order by branch.created_at, branch.id`)
const timeOff = sql<DoctorHours['timeOff'][number]>(`
  select starts_at as start, ends_at as end from practitioner_time_off
  where company_id = $1 and practitioner_id = $2 and canceled_at is null and ends_at > $3 and starts_at < $4`)

/**
 * When chairs could be used: every room of every active branch (or of the one asked for) while that is open. A doctor has
 * one chair while on duty and not away. Also on which day the week begins there.
 */
export async function openChairs(
  tx: Tx,
  span: Interval,
  { branchId, doctorId }: Whose,
): Promise<{ open: OpenTime[]; firstDayOfWeek: number }> {
  const rows = await tx.sql(branches([tx.clinic.id, branchId ?? null, doctorId ?? null]))
  const instants = [span.start, span.end].map(instant => new Date(instant).toISOString())
  const away = doctorId === undefined ? [] : await tx.sql(timeOff([tx.clinic.id, doctorId, ...instants]))
  const openOf = (row: BranchRow) => openTime(row, { away, span, timeZone: tx.clinic.timeZone })
  const open = doctorId === undefined ? roomsOf(rows, openOf) : union(rows.flatMap(openOf)).map(oneChair)
  return { open, firstDayOfWeek: rows[0]?.first_day_of_week ?? 0 }
}

const oneChair = (time: Interval): OpenTime => ({ ...time, chairs: 1 })

/** Branches with the same hours are looked at together. */
function roomsOf(rows: readonly BranchRow[], openOf: (row: BranchRow) => Interval[]): OpenTime[] {
  const alike = Map.groupBy(rows, ({ rooms: _rooms, ...hours }) => JSON.stringify(hours))
  return [...alike.values()].flatMap(([row, ...others]) => {
    if (!row) return []
    const chairs = others.reduce((total, { rooms }) => total + rooms, row.rooms)
    return openOf(row).map(time => ({ ...time, chairs }))
  })
}

function openTime(
  row: BranchRow,
  { away, span, timeZone }: { away: DoctorHours['timeOff']; span: Interval; timeZone: string },
): Interval[] {
  const branch = branchHours(row, timeZone)
  const { shifts, period_shifts: periodShifts } = row
  const doctor: DoctorHours = { shifts, periodShifts, slotMinutes: 0, timeOff: away }
  // An evening shift runs on into the next day.
  const first = localDate(span.start - DAY_MS, timeZone)
  const days = Math.ceil((span.end - span.start) / DAY_MS) + 2
  return workingShifts(branch, doctor, first, days).flatMap(shift => subtract(shift, absences(doctor)))
}

/** How many minutes of all chairs together lie in an interval. */
export const openMinutes = (open: readonly OpenTime[], { start, end }: Interval): number =>
  open.reduce((total, time) => {
    const shared = Math.min(time.end, end) - Math.max(time.start, start)
    return shared > 0 ? total + (shared / MINUTE_MS) * time.chairs : total
  }, 0)

const known = sql<{ branch: boolean; practitioner: boolean }>(`
  select exists (select from branch where company_id = $1 and id = $2) as branch,
    exists (select from practitioner where company_id = $1 and id = $3) as practitioner`)

/** 404 for a branch or a doctor that the clinic does not have. */
export async function requireKnown(tx: Tx, { branchId, doctorId }: Whose): Promise<void> {
  if (branchId === undefined && doctorId === undefined) return
  const [found] = await tx.sql(known([tx.clinic.id, branchId ?? null, doctorId ?? null]))
  if (branchId !== undefined && !found?.branch) refuse('not_found', { resource: 'branch' })
  if (doctorId !== undefined && !found?.practitioner) refuse('not_found', { resource: 'practitioner' })
}
