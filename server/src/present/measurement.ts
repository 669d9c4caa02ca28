import type { Measurement } from '@clinic/contract/encounters.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type MeasurementRow, measurementName } from '../domain/encounters/encounter.ts'

export const presentMeasurement = (row: MeasurementRow): Static<typeof Measurement> => ({
  object: 'measurement',
  id: row.id,
  name: measurementName(row),
  value: row.value,
  improvement: row.improvement,
  overallImprovement: row.overall_improvement,
  difference: row.difference,
  overallDifference: row.overall_difference,
  status: row.status,
  durationDays: row.duration_days,
  overallDurationDays: row.overall_duration_days,
  last: row.last,
  encounterId: row.encounter_id,
  patientId: row.patient_id,
  doctorId: row.doctor_id,
  branchId: row.branch_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
