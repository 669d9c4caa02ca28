import { scope } from './access.ts'
import { event } from './event.ts'
import { Id, MaybeId, MaybeInteger, MaybeNumber, OneOf, record } from './fields.ts'
import { family, Type } from './kernel.ts'
import { MaybeNote, Note } from './tiers.ts'

/** Each in the unit that medicine usually gives it in; the platform converts nothing. */
export const MEASUREMENT_NAMES = [
  'BLOOD_PRESSURE_SYSTOLIC',
  'BLOOD_PRESSURE_DIASTOLIC',
  'HEART_RATE',
  'RESPIRATORY_RATE',
  'TEMPERATURE',
  'OXYGEN_SATURATION',
  'HEIGHT',
  'WEIGHT',
  'BMI',
  'BLOOD_GLUCOSE_FASTING',
  'BLOOD_GLUCOSE_POSTPRANDIAL',
  'TOTAL_CHOLESTEROL',
  'HDL_CHOLESTEROL',
  'LDL_CHOLESTEROL',
  'TRIGLYCERIDES',
  'HEMOGLOBIN',
  'HEMATOCRIT',
  'WBC_COUNT',
  'RBC_COUNT',
  'PLATELET_COUNT',
  'EJECTION_FRACTION',
  'CREATININE',
  'MAP',
  'BSA',
  'IBW',
  'BMR',
  'BUN',
  'GFR',
  'ALT',
  'AST',
  'BILIRUBIN',
  'ALBUMIN',
  'TSH',
  'FREE_T4',
  'FREE_T3',
  'HBA1C',
  'CAPILLARY_REFILL_TIME',
  'CVP',
  'ICP',
  'ETCO2',
  'URINE_OUTPUT',
  'GCS',
  'PAIN_SCORE',
  'APGAR_SCORE',
  'PUPIL_SIZE',
  'PA_O2',
  'PA_CO2',
  'PH',
  'WAIST_CIRCUMFERENCE',
] as const
export type MeasurementName = (typeof MEASUREMENT_NAMES)[number]
export const MeasurementName = OneOf(MEASUREMENT_NAMES)

/** Compared with the previous value of the same name and (`overall`) with the first; null on the first itself. */
export const Measurement = record('measurement', {
  name: MeasurementName,
  value: Type.Number(),
  improvement: MaybeNumber,
  overallImprovement: MaybeNumber,
  difference: MaybeNumber,
  overallDifference: MaybeNumber,
  status: Type.Integer({ description: '-1 low, 0 normal, 1 high, 2 critical.' }),
  durationDays: MaybeInteger,
  overallDurationDays: MaybeInteger,
  last: Type.Boolean({ description: 'true on the newest of its name.' }),
  encounterId: Id,
  patientId: Id,
  doctorId: MaybeId,
  branchId: Id,
})

export const Encounter = record('encounter', {
  chiefComplaint: MaybeNote,
  symptoms: MaybeNote,
  diagnosis: MaybeNote,
  testsOrdered: Type.Array(Note),
  imagingOrdered: Type.Array(Note),
  testResults: MaybeNote,
  imagingResults: MaybeNote,
  clinicalNotes: MaybeNote,
  consultationNotes: MaybeNote,
  dischargeSummary: MaybeNote,
  last: Type.Boolean(),
  measurements: Type.Array(Measurement),
  patientId: Id,
  doctorId: MaybeId,
  branchId: Id,
  appointmentId: MaybeId,
})

const { listing, operation } = family('Encounters', {
  read: scope('encounters:read'),
  write: scope('encounters:write'),
})

export const listEncounters = listing({
  id: 'listEncounters',
  route: 'GET /encounters',
  summary: 'List encounters',
  description: 'Visits with their notes and measurements. Filter by patient for a medical history.',
  paging: 'Std',
  filters: { branchId: Id, patientId: Id },
  returns: Encounter,
})

export const getEncounter = operation({
  id: 'getEncounter',
  route: 'GET /encounters/:id',
  summary: 'Get an encounter',
  description: 'The notes of one visit, with what was measured in it.',
  input: { id: Id },
  returns: Encounter,
})

export const recordMeasurement = operation({
  id: 'recordMeasurement',
  route: 'POST /encounters/:id/measurements',
  summary: 'Record a measurement',
  description:
    'Adds a vital sign or laboratory value to an encounter and compares it with the earlier ones of the patient.',
  input: {
    id: Id,
    name: MeasurementName,
    value: Type.Number({ description: 'In the usual unit of the measurement; from -1000000000 to 1000000000.' }),
  },
  returns: Measurement,
  status: 201,
  emits: ['measurement.recorded'],
})

export const encounterCreated = event({
  type: 'encounter.created',
  summary: 'An encounter was opened.',
  object: 'encounter',
  data: { branchId: Id, patientId: Id, doctorId: MaybeId },
})
export const measurementRecorded = event({
  type: 'measurement.recorded',
  summary: 'A measurement was recorded through the API; its value is read there too.',
  object: 'measurement',
  data: { branchId: Id, measurementName: MeasurementName, encounterId: Id, patientId: Id },
  example: { measurementName: 'HEART_RATE' },
})
