import {
  type Encounter,
  getEncounter,
  listEncounters,
  type Measurement,
  recordMeasurement,
} from '@clinic/contract/encounters.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import {
  type EncounterRow,
  type MeasurementRow,
  measurementName,
  measurementsOf,
} from '../domain/encounters/encounter.ts'
import { recordMeasurement as record } from '../domain/encounters/take-measurement.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { pageTogether } from '../kernel/page.ts'
import type { Tx } from '../kernel/tx.ts'

const presentMeasurement = (row: MeasurementRow): Static<typeof Measurement> => ({
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

const present = (row: EncounterRow, measurements: readonly MeasurementRow[]): Static<typeof Encounter> => ({
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

const source = listSource<EncounterRow>({
  name: 'listEncounters',
  from: 'encounter t',
  columns: 't.*',
  filters: {
    branchId: value => `t.branch_id = ${value}`,
    patientId: value => `t.patient_id = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

async function presentAll(tx: Tx, rows: readonly EncounterRow[]): Promise<Static<typeof Encounter>[]> {
  const measurements = await measurementsOf(tx, rows)
  return rows.map(row => present(row, measurements(row)))
}

export const encounters = [
  implement(listEncounters, (tx, query) =>
    pageTogether(tx, source, query, (rows: EncounterRow[]) => presentAll(tx, rows)),
  ),
  implement(getEncounter, async (tx, { id }) => {
    const row = await tx.get('encounter', id)
    return { data: present(row, (await measurementsOf(tx, [row]))(row)) }
  }),
  implement(recordMeasurement, async (tx, { id, name, value }) => ({
    data: presentMeasurement(await record(tx, { encounterId: id, name, value })),
  })),
]
