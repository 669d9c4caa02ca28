import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { openBranch } from '../branches/open-branch.ts'
import { openPatientFile } from '../patients/open-patient-file.ts'
import { addPractitioner } from '../practitioners/add-practitioner.ts'
import { bookAppointment } from '../scheduling/book-appointment.ts'
import { readAvailability } from '../scheduling/read-availability.ts'
import { fitting, inventedPhone, newest } from './fitting.ts'

/** A doctor and a branch where they can be booked. */
export interface Workplace {
  doctorId: string
  branchId: string
}

const workplaces = sql<Workplace>(`
  select doctor.id as "doctorId", branch.id as "branchId" from practitioner doctor
  join practitioner_branch works on works.company_id = $1 and works.practitioner_id = doctor.id
  join branch on branch.company_id = $1 and branch.id = works.branch_id
  where doctor.company_id = $1 and doctor.active and doctor.is_doctor and branch.active
    and ($2::text is null or doctor.id = $2) and ($3::text is null or branch.id = $3)
  order by doctor.created_at, doctor.id, branch.id limit 20`)
const activeBranch = newest('branch', 't.active')

const NINE_TO_FIVE = { opens: Array(7).fill('09:00'), closes: Array(7).fill('17:00') }

/** Where work is done, of those that are named; in a clinic that has none yet a first branch and doctor. */
async function workplacesOf(tx: Tx, { doctorId, branchId }: Partial<Workplace>): Promise<Workplace[]> {
  const found = await tx.sql(workplaces([tx.clinic.id, doctorId ?? null, branchId ?? null]))
  if (found.length > 0) return found
  if (doctorId !== undefined || branchId !== undefined) return refuse('not_found', { resource: 'practitioner' })
  const branch = await fitting(tx, undefined, activeBranch, () =>
    openBranch(tx, { name: 'Sandbox branch', rooms: ['1', '2'], ...NINE_TO_FIVE }),
  )
  const doctor = await addPractitioner(tx, {
    ...{ displayName: 'Dr. Sandbox (invented)', role: 'doctor', isDoctor: true, slotMinutes: 30 },
    branchIds: [branch],
  })
  return [{ doctorId: doctor.id, branchId: branch }]
}

export async function aWorkplace(tx: Tx, named: Partial<Workplace> = {}): Promise<Workplace> {
  const [first] = await workplacesOf(tx, named)
  return first ?? refuse('not_found', { resource: 'practitioner' })
}

export const newPatient = async (tx: Tx, phoneNumber = inventedPhone()) =>
  openPatientFile(tx, {
    ...{ firstName: 'Sandbox', lastName: 'Patient (invented)', phoneNumber },
    branchId: (await aWorkplace(tx)).branchId,
  })

const livePatient = newest('patient', 't.deleted_at is null and not t.disabled')

export const aPatient = (tx: Tx, named?: string): Promise<string> =>
  fitting(tx, named, livePatient, () => newPatient(tx))

const reachablePatient = newest(
  'patient',
  "t.deleted_at is null and not t.disabled and t.phone_number is not null and t.phone_number !~ '066[678]$'",
)

/** One whom a message reaches. */
export const aReachablePatient = (tx: Tx, named?: string): Promise<string> =>
  fitting(tx, named, reachablePatient, () => newPatient(tx))

const DAYS = 30

/** The next slot that a doctor has free. */
export async function nextSlot(tx: Tx, named: Partial<Workplace> = {}) {
  for (const workplace of await workplacesOf(tx, named)) {
    const days = await readAvailability(tx, { ...workplace, days: DAYS })
    const [slot] = days.flatMap(({ slots }) => slots)
    if (slot) return { ...workplace, ...slot }
  }
  return refuse('slot_unavailable', { conflict: 'hours' })
}

export const book = async (tx: Tx, wishes: { patientId?: string; isOnline?: boolean } = {}) =>
  bookAppointment(tx, { ...(await nextSlot(tx)), ...wishes, patientId: await aPatient(tx, wishes.patientId) })
