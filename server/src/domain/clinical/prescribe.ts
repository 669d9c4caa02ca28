import type { Input } from '@clinic/contract/kernel.ts'
import type {
  cancelPrescription as cancelDeclared,
  prescribe as declared,
} from '@clinic/contract/staff/prescriptions.ts'
import { sql } from '../../db/statement.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { MedicationRow, PrescriptionRow } from './prescription.ts'
import { writePrescription } from './write-prescription.ts'

/** Who prescribes: the member who asks, who has to be a doctor of the clinic. */
async function prescriber({ caller, ...tx }: Pick<Tx, 'caller' | 'get'>): Promise<string> {
  const id = caller.person?.practitionerId ?? null
  if (id !== null && (await tx.get('practitioner', id)).is_doctor) return id
  return refuse('not_permitted', { permission: 'prescriptions:write', reason: 'no_doctor' })
}

/** Writes a prescription of the doctor who asks, and fires prescription.created. */
export async function prescribe(tx: Tx, { medications, ...about }: Input<typeof declared>) {
  await patientFile(tx, about.patientId)
  await tx.get('branch', about.branchId)
  if (about.appointmentId !== undefined) await tx.get('appointment', about.appointmentId)
  const doctorId = await prescriber(tx)
  return (await writePrescription(tx, { ...about, doctorId, medications })).prescription
}

/** Cancels a prescription. Its lines stay to be seen by the staff, and plugins see none of them any more. */
export async function cancelPrescription(
  tx: Tx,
  { id, reason }: Input<typeof cancelDeclared>,
): Promise<PrescriptionRow> {
  const { canceled_at: canceledAt } = await tx.lock('prescription', id)
  await prescriber(tx)
  if (canceledAt !== null) refuse('invalid_state_transition', { from: 'CANCELED', to: 'CANCELED' })
  return tx.update('prescription', id, { canceled_at: tx.now, cancel_reason: reason })
}

const MOST = 20
const meant = sql<MedicationRow>(`
  select * from medication where company_id = $1
    and ($2 = '' or position(lower($2) in lower(name || ' ' || coalesce(category, ''))) > 0)
  order by lower(name), id limit ${MOST}`)

/** The medications of the formulary that are meant by some letters, by their names. */
export const medicationsMeant = (tx: Tx, { q = '' }: { q?: string | undefined }): Promise<MedicationRow[]> =>
  tx.sql(meant([tx.clinic.id, q.trim()]))
