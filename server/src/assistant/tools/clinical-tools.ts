import { getEncounter, listEncounters, Measurement, MeasurementName } from '@clinic/contract/encounters.ts'
import { Id, Optional } from '@clinic/contract/fields.ts'
import { LabOrderStatus, listLabOrders } from '@clinic/contract/labs.ts'
import { Medication } from '@clinic/contract/medications.ts'
import { getPrescription, listPrescriptions } from '@clinic/contract/prescriptions.ts'
import { listTreatments, TreatmentStatus } from '@clinic/contract/treatments.ts'
import type { TableRow } from '../../db/tables.ts'
import { listSource } from '../../kernel/list-source.ts'
import { likeContaining } from '../../kernel/values/fold-for-search.ts'
import { presentMeasurement, presentMedication } from '../../present/clinical.ts'
import { getTool, listTool, rowsTool } from '../derive.ts'
import { branchId, days, doctorId, maybePatientId, patientId, search } from '../inputs.ts'

const scopes = ['clinical:read'] as const

/** Of a patient; the plugin API shows them within their visits. */
const measurements = listSource<TableRow<'measurement'>>({
  name: 'list_measurements',
  from: 'measurement t',
  columns: 't.*',
  filters: { patientId: value => `t.patient_id = ${value}`, name: value => `t.name = ${value}` },
})
const medications = listSource<TableRow<'medication'>>({
  name: 'search_medications',
  from: 'medication t',
  columns: 't.*',
  filters: { query: value => `t.name ilike ${value}` },
})

export const clinicalTools = [
  listTool({
    title: 'List visits',
    description: 'Visits of a patient with complaints, diagnosis, notes and measurements, newest first.',
    scopes,
    operation: listEncounters,
    input: { ...patientId, ...branchId },
  }),
  getTool({
    title: 'Get a visit',
    description: 'One visit by its id.',
    scopes,
    operation: getEncounter,
    input: { encounter_id: Id },
    idFrom: 'encounter_id',
  }),
  rowsTool({
    name: 'list_measurements',
    title: 'List measurements',
    description: 'Measured values of a patient, newest first; one kind by name, such as HEART_RATE.',
    scopes,
    returns: Measurement,
    present: presentMeasurement,
    input: { ...patientId, name: Optional(MeasurementName), ...days },
    source: measurements,
    window: { maxDays: 3_660, unnamed: 'all' },
  }),
  listTool({
    description: 'Planned, running and completed treatments, newest first. Prices only where billing may be read.',
    scopes,
    operation: listTreatments,
    input: { ...maybePatientId, status: Optional(TreatmentStatus), ...doctorId, ...branchId },
  }),
  listTool({
    description: 'Prescriptions with their medications, newest first.',
    scopes,
    operation: listPrescriptions,
    input: { ...maybePatientId, ...branchId },
  }),
  getTool({
    description: 'One prescription by its id.',
    scopes,
    operation: getPrescription,
    input: { prescription_id: Id },
    idFrom: 'prescription_id',
  }),
  listTool({
    description: 'Work ordered from dental labs, newest first.',
    scopes,
    operation: listLabOrders,
    input: { ...maybePatientId, status: Optional(LabOrderStatus), ...branchId },
  }),
  rowsTool({
    name: 'search_medications',
    title: 'Search medications',
    description: 'The medications that the clinic prescribes, searched by name.',
    scopes: ['clinic:read'],
    returns: Medication,
    present: presentMedication,
    input: search,
    source: medications,
    query: ({ query }) => ({ query: likeContaining(String(query)) }),
  }),
]
