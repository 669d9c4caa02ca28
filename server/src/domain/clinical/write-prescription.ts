import { prescriptionCreated } from '@clinic/contract/prescriptions.ts'
import { sql } from '../../db/statement.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { MedicationLineRow, MedicationRow, PrescriptionRow } from './prescription.ts'

/** What is not given is taken from the formulary, if the line names a medication of it; null leaves it out. */
export interface NewMedicationLine {
  medicationId?: string
  name?: string
  dosage?: number | null
  dispense?: string | null
  type?: string | null
  sig?: string | null
  /** Days. */
  duration?: number | null
  method?: string | null
  strength?: string | null
  details?: string | null
}

export interface NewPrescription {
  patientId: string
  branchId: string
  doctorId: string
  appointmentId?: string | null
  name?: string | null
  details?: string | null
  /** In the order of the paper. */
  medications: readonly NewMedicationLine[]
}

const formulary = sql<MedicationRow>('select * from medication where company_id = $1 and id = any($2)')

/** Writes a prescription with its medications, and fires prescription.created. */
export async function writePrescription(
  tx: Tx,
  input: NewPrescription,
): Promise<{ prescription: PrescriptionRow; lines: MedicationLineRow[] }> {
  await patientFile(tx, input.patientId)
  if (input.medications.length === 0)
    refuseInput({ path: '/medications', code: 'too_few', message: 'must have at least one item' })
  const prescribed = await prescribedFrom(tx, input.medications)
  const prescription = tx.add('prescription', {
    id: newId('prs', Date.parse(tx.now)),
    patient_id: input.patientId,
    branch_id: input.branchId,
    doctor_id: input.doctorId,
    appointment_id: input.appointmentId ?? null,
    name: input.name ?? null,
    details: input.details ?? null,
    seen: false,
  })
  const lines = prescribed.map((line, index) =>
    tx.add('medication_line', {
      ...line,
      id: newId('mdl', Date.parse(tx.now)),
      prescription_id: prescription.id,
      sort_order: index + 1,
    }),
  )
  const { id, branch_id: branchId, patient_id: patientId, doctor_id: doctorId } = prescription
  tx.emit(prescriptionCreated, { id, branchId, patientId, doctorId })
  return { prescription, lines }
}

async function prescribedFrom(tx: Tx, lines: readonly NewMedicationLine[]) {
  const ids = lines.flatMap(({ medicationId }) => medicationId ?? [])
  const rows = ids.length > 0 ? await tx.sql(formulary([tx.clinic.id, ids])) : []
  const byId = new Map(rows.map(row => [row.id, row]))
  return lines.map((line, index) => {
    const known = line.medicationId === undefined ? undefined : byId.get(line.medicationId)
    if (line.medicationId !== undefined && !known) return refuse('not_found', { resource: 'medication' })
    return filledIn(line, known, `/medications/${index}/name`)
  })
}

function filledIn(line: NewMedicationLine, known: MedicationRow | undefined, namePath: string) {
  const name = line.name ?? known?.name
  if (name === undefined) return refuseInput({ path: namePath, code: 'required', message: 'is required' })
  const or = <Value>(given: Value | undefined, otherwise: Value | undefined) =>
    given === undefined ? (otherwise ?? null) : given
  return {
    medication_id: line.medicationId ?? null,
    name,
    dosage: or(line.dosage, known?.dosage),
    dispense: or(line.dispense, known?.dispense),
    type: line.type ?? null,
    sig: or(line.sig, known?.sig),
    duration: or(line.duration, known?.duration),
    method: or(line.method, known?.method),
    strength: or(line.strength, known?.strength),
    details: or(line.details, known?.details),
  }
}
