import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { DAY_MS } from '../../kernel/values/zone.ts'
import type { BranchHours, DoctorHours } from './hours.ts'
import type { Interval } from './intervals.ts'
import { type BranchHoursRow, branchHours, type DutyRow, dutyColumns, hoursColumns } from './stored-hours.ts'

/** What decides when a doctor can be booked at a branch: the same for what is offered and for what is booked. */
export interface Schedule {
  branch: BranchHours
  rooms: string[]
  /** When rooms of the branch cannot be used. */
  roomBlocks: RoomBlock[]
  doctor: DoctorHours
  /** The doctor's appointments at every branch that keep others from the time. */
  busy: Interval[]
  /** Why no time can be booked here at all: the branch is closed down, or the doctor is not, or no longer, one of it. */
  unbookable: 'branch' | 'doctor' | null
}

/** A time at which a room cannot be used, as the branch spells it. */
export interface RoomBlock extends Interval {
  room: string
}

interface ScheduleRow extends BranchHoursRow, DutyRow {
  branch_id: string | null
  branch_active: boolean
  rooms: string[]
  doctor_id: string | null
  doctor_works_here: boolean
  slot_minutes: number
  time_off: DoctorHours['timeOff']
  busy: [start: number, end: number][]
  room_blocks: [room: string, start: number, end: number][]
}

/** No appointment is longer than 12 hours, so one that reaches into the range began at most 12 hours before it. */
const readSchedule = sql<ScheduleRow>(`
  select branch.id as branch_id, branch.active as branch_active, branch.rooms, ${hoursColumns('branch')},
    doctor.id as doctor_id, doctor.slot_minutes,
    doctor.active and doctor.is_doctor and exists (
      select from practitioner_branch
      where company_id = $1 and practitioner_id = $3 and branch_id = $2) as doctor_works_here,
    ${dutyColumns('$3', '$2')},
    (select coalesce(jsonb_agg(jsonb_build_object('start', starts_at, 'end', ends_at)), '[]')
      from practitioner_time_off
      where company_id = $1 and practitioner_id = $3 and canceled_at is null and ends_at > $4 and starts_at < $5) as time_off,
    (select coalesce(jsonb_agg(jsonb_build_array(
        round(date_part('epoch', starts_at) * 1000), round(date_part('epoch', ends_at) * 1000))), '[]')
      from appointment
      where company_id = $1 and doctor_id = $3 and status not in ('CANCELED', 'NOSHOW')
        and starts_at > $4::timestamptz - interval '12 hours' and starts_at < $5 and ends_at > $4) as busy,
    (select coalesce(jsonb_agg(jsonb_build_array(room,
        round(date_part('epoch', starts_at) * 1000), round(date_part('epoch', ends_at) * 1000))), '[]')
      from room_block
      where company_id = $1 and branch_id = $2 and canceled_at is null and ends_at > $4 and starts_at < $5) as room_blocks
  from (select) as one
  left join branch on branch.company_id = $1 and branch.id = $2
  left join practitioner as doctor on doctor.company_id = $1 and doctor.id = $3`)

/** Reads all of it in one statement; 404 for a branch or a doctor that the clinic does not have. */
export async function scheduleOf(
  tx: Tx,
  { branchId, doctorId, range }: { branchId: string; doctorId: string; range: Interval },
): Promise<Schedule> {
  // Shifts that began the day before reach into the range, and its own reach into the day behind.
  const [from, to] = [range.start - DAY_MS, range.end + DAY_MS].map(instant => new Date(instant).toISOString())
  const [row] = await tx.sql(readSchedule([tx.clinic.id, branchId, doctorId, from, to]))
  if (!row || row.branch_id === null) return refuse('not_found', { resource: 'branch' })
  if (row.doctor_id === null) return refuse('not_found', { resource: 'practitioner' })
  return {
    branch: branchHours(row, tx.clinic.timeZone),
    rooms: row.rooms,
    roomBlocks: row.room_blocks.map(([room, start, end]) => ({ room, start, end })),
    doctor: {
      ...{ shifts: row.shifts, periodShifts: row.period_shifts },
      ...{ slotMinutes: row.slot_minutes, timeOff: row.time_off },
    },
    busy: row.busy.map(([start, end]) => ({ start, end })),
    unbookable: row.branch_active ? (row.doctor_works_here ? null : 'doctor') : 'branch',
  }
}
