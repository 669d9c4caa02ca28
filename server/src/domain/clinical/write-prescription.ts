import { prescriptionCreated } from '@clinic/contract/prescriptions.ts'
import { sql } from '../../db/statement.ts'
import { columnsOf, type NewFields } from '../../kernel/columns.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { patientFile } from '../patients/patient-file.ts'
import type { MedicationLineRow, MedicationRow, PrescriptionRow } from './prescription.ts'

/** What is not given is taken from the formulary, if the line names a medication of it; null leaves it out. */
export type NewMedicationLine = Partial<NewFields<'medication_line', 'prescription_id' | 'sort_order'>>

export interface NewPrescription extends NewFields<'prescription', 'seen'> {
  /** In the order of the paper. */
  medications: readonly NewMedicationLine[]
}

const formulary = sql<Omit<MedicationRow, 'company_id' | 'category' | 'created_at' | 'updated_at'>>(`
  select id, name, dosage, dispense, sig, duration, method, strength, details from medication
  where company_id = $1 and id = any($2)`)

/** Writes a prescription with its medications, and fires prescription.created. */
export async function writePrescription(
  tx: Tx,
  { medications, ...input }: NewPrescription,
): Promise<{ prescription: PrescriptionRow; lines: MedicationLineRow[] }> {
  await patientFile(tx, input.patientId)
  if (medications.length === 0)
    refuseInput({ path: '/medications', code: 'too_few', message: 'must have at least one item' })
  const prescribed = await prescribedFrom(tx, medications)
  const prescription = await tx.insert('prescription', { ...columnsOf(input), id: newId('prs', Date.parse(tx.now)) })
  const { id, branch_id: branchId, patient_id: patientId, doctor_id: doctorId } = prescription
  const lines = await Promise.all(
    prescribed.map((line, index) =>
      tx.insert('medication_line', {
        ...line,
        id: newId('mdl', Date.parse(tx.now)),
        prescription_id: id,
        sort_order: index + 1,
      }),
    ),
  )
  tx.emit(prescriptionCreated, { id, branchId, patientId, doctorId })
  return { prescription, lines }
}

async function prescribedFrom(tx: Tx, lines: readonly NewMedicationLine[]) {
  const ids = lines.flatMap(({ medicationId }) => medicationId ?? [])
  const rows = ids.length > 0 ? await tx.sql(formulary([tx.clinic.id, ids])) : []
  const byId = new Map(rows.map(({ id, ...formula }) => [id, formula]))
  return lines.map((line, index) => {
    const formula = line.medicationId ? byId.get(line.medicationId) : undefined
    if (line.medicationId && !formula) return refuse('not_found', { resource: 'medication' })
    const name = line.name ?? formula?.name
    if (name === undefined)
      return refuseInput({ path: `/medications/${index}/name`, code: 'required', message: 'is required' })
    return { ...formula, ...columnsOf(line), name }
  })
}
