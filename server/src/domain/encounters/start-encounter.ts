import type { Input } from '@clinic/contract/kernel.ts'
import type { startEncounter as declared } from '@clinic/contract/staff/encounters.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { snake } from '../../kernel/values/spelling.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { AppointmentRow } from '../scheduling/appointment.ts'
import { lockAppointment } from '../scheduling/lock-appointment.ts'
import { performMove } from '../scheduling/perform-move.ts'
import { appointmentStatus } from '../scheduling/status.ts'
import type { EncounterRow } from './encounter.ts'
import { fieldsOf, type NoteTemplateRow, templateFor } from './note-template.ts'
import { openEncounter } from './open-encounter.ts'

const ofVisit = sql<{ id: string }>('select id from encounter where company_id = $1 and appointment_id = $2 limit 1')

/** The encounter of a visit, if it has begun. */
export const encounterOfVisit = async (tx: Tx, appointmentId: string): Promise<string | null> =>
  (await tx.sql(ofVisit([tx.clinic.id, appointmentId])))[0]?.id ?? null

/**
 * Begins the encounter of a visit, of which there is one, or of a patient who has none: it fires encounter.created, and the
 * visit is under way, which fires appointment.updated, where the patient was there already.
 */
export async function startEncounter(tx: Tx, input: Input<typeof declared>): Promise<EncounterRow> {
  const { templateId, doctorId, ...about } = input
  await patientFile(tx, input.patientId)
  const visit = input.appointmentId === undefined ? undefined : await visitOf(tx, input.appointmentId, input)
  await tx.get('branch', input.branchId)
  const doctor = doctorId ?? tx.caller.person?.practitionerId ?? visit?.doctor_id ?? null
  if (doctor === null) refuseInput({ path: '/doctorId', code: 'required', message: 'is required' })
  await tx.get('practitioner', doctor)
  const template = await templateFor(tx, { templateId, type: visit?.type })
  const encounter = await openEncounter(tx, { ...about, doctorId: doctor, templateId: template?.id ?? null })
  await tx.insert('encounter_draft', {
    id: encounter.id,
    patient_id: encounter.patient_id,
    ...presetsOf(template),
  })
  if (visit && THERE.includes(visit.status)) await performMove(tx, visit, { to: 'INPROGRESS' })
  return encounter
}

const THERE: readonly string[] = ['CHECKEDIN', 'WAITING']
const ENDED: readonly string[] = ['CANCELED', 'NOSHOW']

async function visitOf(
  tx: Tx,
  id: string,
  { patientId, branchId }: { patientId: string; branchId: string },
): Promise<AppointmentRow> {
  const visit = await lockAppointment(tx, id)
  if (visit.branch_id !== branchId) refuse('not_found', { resource: 'appointment' })
  if (visit.patient_id !== patientId)
    refuseInput({ path: '/patientId', code: 'other_patient', message: 'must be the patient of the visit' })
  const existing = await encounterOfVisit(tx, id)
  if (existing !== null) refuse('already_exists', { id: existing })
  if (ENDED.includes(visit.status))
    refuse('invalid_state_transition', { from: appointmentStatus(visit), to: 'INPROGRESS' })
  return visit
}

const LISTS: readonly string[] = ['testsOrdered', 'imagingOrdered']

/** What stands in a note to begin with. */
function presetsOf(template: NoteTemplateRow | undefined): object {
  const given = (template ? fieldsOf(template) : []).filter(({ preset }) => preset.trim() !== '')
  return Object.fromEntries(
    given.map(({ key, preset }) => {
      const lines = preset.split('\n').flatMap(line => line.trim() || [])
      return [snake(key), LISTS.includes(key) ? lines : preset]
    }),
  )
}
