import { randomBytes } from 'node:crypto'
import { sql } from '../../db/statement.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { tokenHash } from '../../kernel/values/plugin-token.ts'
import { localDate } from '../../kernel/values/zone.ts'
import { lockAppointment } from '../scheduling/lock-appointment.ts'
import { performMove } from '../scheduling/perform-move.ts'
import { appointmentStatus } from '../scheduling/status.ts'
import { openTask } from '../tasks/open-task.ts'

const TOKEN_BYTES = 24

/** Makes a link by which a patient sees a visit until it begins; the address that it ends with is told once. */
export async function newVisitLink(
  tx: Tx,
  visit: { id: string; patient_id: string; starts_at: string },
): Promise<{ token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  tx.add('patient_link', {
    ...{ id: newId('plk', Date.parse(tx.now)), kind: 'VISIT', token_hash: tokenHash(token) },
    ...{ patient_id: visit.patient_id, appointment_id: visit.id, expires_at: visit.starts_at, revoked_at: null },
    ...{ token_sealed: null, subject_id: null, document_id: null, used_at: null, replaced_at: null },
    ...{ asks_birth_year: false, failed_checks: 0, locked_until: null },
  })
  return { token }
}

/** A visit as its patient sees it: nothing of who the patient is. */
export interface LinkedVisit {
  appointment_id: string
  patient_id: string
  branch_id: string
  status: string
  starts_at: string
  /** Whether the patient has said that they cannot come. */
  wants_change: boolean
  is_over: boolean
  doctor_name: string
  doctor_name_ar: string | null
  branch_name: string
  branch_name_ar: string | null
  address: string | null
  /** Where the clinic is asked: the branch's own number, else another branch's. */
  phone: string | null
  clinic_name: string
  clinic_name_ar: string | null
  locale: string
  time_zone: string
  country: string
}

/** A visit that has begun, and a link that was taken back, show nothing any more. A visit that moved has the link with it. */
const linked = sql<LinkedVisit>(`
  select visit.id as appointment_id, link.patient_id, visit.branch_id, coalesce(held.to_status, visit.status) as status,
    visit.starts_at, visit.wants_change_at is not null as wants_change,
    link.revoked_at is not null or visit.starts_at <= $3 or visit.replaced_by_id is not null as is_over,
    doctor.display_name as doctor_name, doctor.display_name_ar as doctor_name_ar,
    branch.name as branch_name, branch.name_ar as branch_name_ar, branch.address,
    (select other.phones[1] from branch as other
      where other.company_id = $1 and other.active and other.phones[1] <> ''
      order by other.id <> visit.branch_id, other.created_at, other.id limit 1) as phone,
    clinic.name as clinic_name, clinic.name_ar as clinic_name_ar, clinic.locale, clinic.time_zone, clinic.country
  from patient_link as link
  join clinic on clinic.company_id = link.company_id
  join appointment as visit on visit.company_id = link.company_id and visit.id = link.appointment_id
  join practitioner as doctor on doctor.company_id = visit.company_id and doctor.id = visit.doctor_id
  join branch on branch.company_id = visit.company_id and branch.id = visit.branch_id
  left join held_move as held on held.company_id = visit.company_id and held.appointment_id = visit.id
    and held.state = 'HELD'
  where link.company_id = $1 and link.id = $2`)

/** What a link shows; nothing where it is not there. */
export async function linkedVisit(tx: Tx, linkId: string): Promise<LinkedVisit | undefined> {
  return (await tx.sql(linked([tx.clinic.id, linkId, tx.now])))[0]
}

/** Of which the patient may still say whether they come. */
export const isAnswerable = ({ status, is_over }: Pick<LinkedVisit, 'status' | 'is_over'>): boolean =>
  !is_over && ['OPEN', 'CONFIRMED', 'DELAYED'].includes(status)

/** The patient comes: an open visit is confirmed; what they said before is taken back. */
export async function confirmVisit(tx: Tx, linkId: string): Promise<void> {
  const visit = await linkedVisit(tx, linkId)
  if (!visit || !isAnswerable(visit)) return
  const before = await lockAppointment(tx, visit.appointment_id)
  const open = await changeRecord(tx, 'appointment', before, { wants_change_at: null })
  if (appointmentStatus(open) === 'OPEN') await performMove(tx, open, { to: 'CONFIRMED' })
}

const TITLES = {
  en: (date: string, time: string) => `The patient cannot come on ${date} at ${time}`,
  ar: (date: string, time: string) => `لا يستطيع المريض الحضور في ${date} الساعة ${time}`,
}

/** The patient cannot come: the staff is told by a task, once; the visit stays as it is until they have called. */
export async function declineVisit(tx: Tx, linkId: string): Promise<void> {
  const visit = await linkedVisit(tx, linkId)
  if (!visit || !isAnswerable(visit)) return
  const before = await lockAppointment(tx, visit.appointment_id)
  if (before.wants_change_at !== null) return
  await changeRecord(tx, 'appointment', before, { wants_change_at: tx.now })
  const at = Date.parse(before.starts_at)
  const { timeZone } = tx.clinic
  const time = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString()
    .slice(0, 5)
  await openTask(tx, {
    ...{ title: TITLES[visit.locale.startsWith('ar') ? 'ar' : 'en'](localDate(at, timeZone), time), priority: 'HIGH' },
    ...{ patientId: visit.patient_id, branchId: visit.branch_id, appointmentId: before.id },
  })
}
