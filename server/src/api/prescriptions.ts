import type { Static } from '@clinic/contract/kernel.ts'
import {
  getPrescription,
  listPrescriptions,
  type MedicationLine,
  type Prescription,
} from '@clinic/contract/prescriptions.ts'
import { linesOf, type MedicationLineRow, type PrescriptionRow } from '../domain/clinical/prescription.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'

const presentLine = (row: MedicationLineRow): Static<typeof MedicationLine> => ({
  object: 'medication_line',
  id: row.id,
  name: row.name,
  dosage: row.dosage,
  dispense: row.dispense,
  type: row.type,
  sig: row.sig,
  duration: row.duration,
  method: row.method,
  strength: row.strength,
  details: row.details,
  order: row.sort_order,
})

const present = (row: PrescriptionRow, lines: readonly MedicationLineRow[]): Static<typeof Prescription> => ({
  object: 'prescription',
  id: row.id,
  name: row.name,
  details: row.details,
  seen: row.seen,
  medications: lines.map(presentLine),
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  branchId: row.branch_id,
  appointmentId: row.appointment_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const source = listSource<PrescriptionRow>({
  name: 'listPrescriptions',
  from: 'prescription t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

async function presentAll(tx: Tx, rows: readonly PrescriptionRow[]): Promise<Static<typeof Prescription>[]> {
  const lines = await linesOf(tx, rows)
  return rows.map(row => present(row, lines(row)))
}

export const prescriptions = [
  implement(listPrescriptions, (tx, query) =>
    pageTogether(tx, source, query, (rows: PrescriptionRow[]) => presentAll(tx, rows)),
  ),
  implement(getPrescription, async (tx, { id }) => {
    const row = await tx.get('prescription', id)
    return { data: present(row, (await linesOf(tx, [row]))(row)) }
  }),
]
