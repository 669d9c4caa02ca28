import type { Encounter } from '@clinic/contract/encounters.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { EncounterRow, MeasurementRow } from '../domain/encounters/encounter.ts'
import { presentMeasurement } from './measurement.ts'

export const presentEncounter = (
  row: EncounterRow,
  measurements: readonly MeasurementRow[],
): Static<typeof Encounter> => ({
  object: 'encounter',
  id: row.id,
  chiefComplaint: row.chief_complaint,
  symptoms: row.symptoms,
  diagnosis: row.diagnosis,
  testsOrdered: row.tests_ordered,
  imagingOrdered: row.imaging_ordered,
  testResults: row.test_results,
  imagingResults: row.imaging_results,
  clinicalNotes: row.clinical_notes,
  consultationNotes: row.consultation_notes,
  dischargeSummary: row.discharge_summary,
  last: row.last,
  measurements: measurements.map(presentMeasurement),
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  branchId: row.branch_id,
  appointmentId: row.appointment_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
