import { sql } from '../../db/statement.ts'
import type { DoctorHours } from './hours.ts'
import { type BranchHoursRow, dutyShifts, hoursColumns, periodShifts } from './stored-hours.ts'

/** A time at which a doctor or a room is not there. */
export interface Away {
  id: string
  /** Instants as PostgreSQL writes them. */
  start: string
  end: string
  kind: string
  note: string | null
}

export interface DoctorOfDay {
  id: string
  slotMinutes: number
  shifts: DoctorHours['shifts']
  periodShifts: DoctorHours['periodShifts']
  timeOff: Away[]
}

/** A branch with all that decides who is there on some of its days. */
export interface BranchOfDay extends BranchHoursRow {
  id: string
  active: boolean
  rooms: string[]
  holiday_names: Record<string, string>
  doctors: DoctorOfDay[]
  room_blocks: (Away & { room: string })[]
  doctor_known: boolean
}

const AWAY = (alias: string) =>
  `'id', ${alias}.id, 'start', ${alias}.starts_at, 'end', ${alias}.ends_at, 'kind', ${alias}.kind, 'note', ${alias}.note`

/** $1 clinic, $2 branch, $3 and $4 the span, $5 the doctor who is asked for, if one is. */
export const branchOfDay = sql<BranchOfDay>(`
  select t.id, t.active, t.rooms, ${hoursColumns('t')}, t.holiday_names,
    $5::text is null or exists (select from practitioner where company_id = $1 and id = $5) as doctor_known,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', doctor.id, 'slotMinutes', doctor.slot_minutes,
        'shifts', ${dutyShifts('doctor.id', '$2')},
        'periodShifts', ${periodShifts('doctor.id', '$2')},
        'timeOff', (select coalesce(jsonb_agg(jsonb_build_object(${AWAY('off')}) order by off.starts_at), '[]')
          from practitioner_time_off as off
          where off.company_id = $1 and off.practitioner_id = doctor.id and off.canceled_at is null
            and off.ends_at > $3 and off.starts_at < $4)
      ) order by doctor.display_name, doctor.id), '[]')
      from practitioner_branch as works
      join practitioner as doctor on doctor.company_id = works.company_id and doctor.id = works.practitioner_id
      where works.company_id = $1 and works.branch_id = $2 and doctor.active and doctor.is_doctor
        and ($5::text is null or doctor.id = $5)) as doctors,
    (select coalesce(jsonb_agg(jsonb_build_object('room', shut.room, ${AWAY('shut')}) order by shut.starts_at), '[]')
      from room_block as shut
      where shut.company_id = $1 and shut.branch_id = $2 and shut.canceled_at is null
        and shut.ends_at > $3 and shut.starts_at < $4) as room_blocks
  from branch as t where t.company_id = $1 and t.id = $2`)
