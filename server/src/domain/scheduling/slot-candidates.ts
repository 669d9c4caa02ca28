import { sql } from '../../db/statement.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { localDate, MINUTE_MS, startOfDay, weekdayOf } from '../../kernel/values/zone.ts'
import { scheduleOf } from './schedule-of.ts'
import type { ShownWaiting } from './wait-list.ts'

/** Of each kind. */
const MOST = 10
/** Of the newest that are open, those are offered who have no visit to come. */
const LOOKED_AT = 200

interface Asked {
  branchId: string
  doctorId: string
  start: string
  end: string
}

/** A patient who has something open, and no visit to come. */
export interface OpenWork {
  id: string
  patient_id: string
  first_name: string
  last_name: string | null
  file_number: number
  what: string | null
  since: string
}

const fitting = sql<ShownWaiting>(`
  select t.*, patient.first_name, patient.last_name, patient.file_number
  from wait_list_entry t join patient on patient.company_id = t.company_id and patient.id = t.patient_id
  where t.company_id = $1 and t.branch_id = $2 and t.state = 'WAITING' and (t.doctor_id is null or t.doctor_id = $3)
    and t.minutes <= $4 and (t.from_date is null or t.from_date <= $5::date)
    and (t.until_date is null or t.until_date >= $5::date)
    and (t.weekdays = '{}' or $6::integer = any(t.weekdays)) and (t.parts = '{}' or $7::text = any(t.parts))
  order by t.priority desc, t.created_at, t.id limit ${MOST}`)

/** Asked of each patient: for the first that fits PostgreSQL would walk the visits of the whole clinic. */
const NO_VISIT = `not coalesce((
  select bool_or(visit.starts_at > $4 and visit.status not in ('CANCELED', 'NOSHOW')) from appointment as visit
  where visit.company_id = one.company_id and visit.patient_id = one.patient_id), false)`
const withPatient = (open: string) =>
  sql<OpenWork>(`
  select one.id, one.patient_id, patient.first_name, patient.last_name, patient.file_number, one.what, one.since
  from (${open} limit ${LOOKED_AT}) as one
  join patient on patient.company_id = one.company_id and patient.id = one.patient_id
    and patient.deleted_at is null and not patient.disabled
  where ${NO_VISIT} order by one.since, one.id limit ${MOST}`)
const OPEN = 'company_id = $1 and branch_id = $2 and (doctor_id is null or doctor_id = $3)'

const planned = withPatient(`
  select company_id, id, patient_id, name as what, created_at as since from treatment
  where ${OPEN} and status = 'PLANNED' order by created_at desc, id desc`)
const received = withPatient(`
  select company_id, id, patient_id, name as what, coalesce(received_at, created_at) as since from lab_order
  where ${OPEN} and status = 'received' order by created_at desc, id desc`)

const NOON = 12 * 60
const EVENING = 17 * 60

/** Which part of the clinic's day an instant lies in. */
export function partOfDay(instant: number, timeZone: string): 'MORNING' | 'AFTERNOON' | 'EVENING' {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  const at = hour * 60 + minute
  return at < NOON ? 'MORNING' : at < EVENING ? 'AFTERNOON' : 'EVENING'
}

/** Who could be asked to come at a free time: those who wait for one, urgent ones first and then the longest, and open work. */
export async function slotCandidates(tx: Tx, { branchId, doctorId, start, end }: Asked) {
  const span = { start: Date.parse(start), end: Date.parse(end) }
  if (!(span.end > span.start))
    refuseInput({ path: 'end', code: 'end_not_after_start', message: 'must be after start' })
  const { timeZone } = tx.clinic
  const date = localDate(span.start, timeZone)
  const fit = [(span.end - span.start) / MINUTE_MS, date, weekdayOf(date), partOfDay(span.start, timeZone)]
  const place = [tx.clinic.id, branchId, doctorId]
  const today = new Date(startOfDay(localDate(Date.parse(tx.now), timeZone), timeZone)).toISOString()
  const [waiting, treatments, labOrders] = await Promise.all([
    tx.sql(fitting([...place, ...fit])),
    tx.sql(planned([...place, today])),
    tx.sql(received([...place, today])),
    // 404 for a branch or a doctor that the clinic does not have.
    scheduleOf(tx, { branchId, doctorId, range: span }),
  ])
  return { waiting, treatments, labOrders }
}
