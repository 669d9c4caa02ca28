import type { Static } from '@clinic/contract/kernel.ts'
import type { MedicationLine, Prescription } from '@clinic/contract/prescriptions.ts'
import type { MedicationLineRow, PrescriptionRow } from '../domain/clinical/prescription.ts'

const presentMedicationLine = (row: MedicationLineRow): Static<typeof MedicationLine> => ({
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

export const presentPrescription = (
  row: PrescriptionRow,
  lines: readonly MedicationLineRow[],
): Static<typeof Prescription> => ({
  object: 'prescription',
  id: row.id,
  name: row.name,
  details: row.details,
  seen: row.seen,
  medications: lines.map(presentMedicationLine),
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  branchId: row.branch_id,
  appointmentId: row.appointment_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
