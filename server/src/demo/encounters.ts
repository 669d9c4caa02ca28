import type { MeasurementName } from '@clinic/contract/encounters.ts'
import { compared, statusOf } from '../domain/encounters/measurement-arithmetic.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'
import { iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import type { Random } from './random.ts'

/** So many visits are written down at length, and so many of those with vital signs. */
const WRITTEN = 0.22
const MEASURED = 0.55

const STORIES = [
  ['Toothache at night', 'Pain on cold and on biting', 'Irreversible pulpitis'],
  ['Broken tooth', 'Sharp edge, no pain', 'Fractured cusp'],
  ['Bleeding gums', 'Bleeding when brushing', 'Gingivitis'],
  ['Check-up', 'None', 'No new findings'],
  ['Wants straighter teeth', 'Crowding of the lower front', 'Class I malocclusion'],
  ['Swelling of the cheek', 'Swelling since two days, warm', 'Abscess'],
  ['Sensitive teeth', 'Sensitive to cold and sweet', 'Exposed root surfaces'],
  ['Headache in the morning', 'Tired jaw', 'Bruxism'],
] as const
const TESTS = ['Complete blood count', 'HbA1c', 'INR', 'Vitamin D']
const IMAGING = ['Panoramic X-ray', 'Periapical X-ray', 'Cone beam CT']

type Visit = Readonly<RowsOf<'appointment'>[number]>
type Encounter = RowsOf<'encounter'>[number]
type Measurement = RowsOf<'measurement'>[number]

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/** Vital signs of a patient, around what is usual for them. */
const VITALS: readonly (readonly [name: MeasurementName, value: (random: Random) => number])[] = [
  ['BLOOD_PRESSURE_SYSTOLIC', random => random.integer(102, 152)],
  ['BLOOD_PRESSURE_DIASTOLIC', random => random.integer(62, 96)],
  ['HEART_RATE', random => random.integer(56, 108)],
  ['TEMPERATURE', random => round(36.2 + random.next() * 1.6, 1)],
  ['OXYGEN_SATURATION', random => random.integer(94, 100)],
  ['WEIGHT', random => round(48 + random.next() * 52, 1)],
  ['BLOOD_GLUCOSE_FASTING', random => random.integer(74, 138)],
]

/** The records of one patient so far. */
interface Chart {
  encounters: Encounter[]
  first: Map<MeasurementName, Measurement>
  last: Map<MeasurementName, Measurement>
}

const emptyChart = (): Chart => ({ encounters: [], first: new Map(), last: new Map() })

function encounterRow({ random, id, plan }: DemoContext, visit: Visit): Encounter {
  const medical = plan.facts.charts[0] !== 'DENTAL'
  const [complaint, symptoms, diagnosis] = medical
    ? ['Follow-up of blood pressure', 'None', 'Hypertension, controlled']
    : random.pick(STORIES)
  const imaging = random.chance(0.3) ? [random.pick(IMAGING)] : []
  const tests = random.chance(0.12) ? [random.pick(TESTS)] : []
  return {
    id: id('encounter', visit.id),
    patient_id: visit.patient_id ?? '',
    branch_id: visit.branch_id,
    doctor_id: visit.doctor_id,
    appointment_id: visit.id,
    template_id: null,
    signed_at: visit.starts_at,
    signed_by_id: null,
    addenda: null,
    chief_complaint: complaint,
    symptoms,
    diagnosis,
    tests_ordered: tests,
    imaging_ordered: imaging,
    test_results: tests.length > 0 && random.chance(0.6) ? 'Within the usual range.' : null,
    imaging_results: imaging.length > 0 ? 'See X-ray.' : null,
    clinical_notes: 'Invented for the demo.',
    consultation_notes: random.chance(0.4) ? 'Options and costs were explained.' : null,
    discharge_summary: random.chance(0.3) ? 'No complaints when leaving.' : null,
    last: true,
    created_at: visit.starts_at,
    updated_at: visit.starts_at,
  }
}

function measurementRow(
  context: DemoContext,
  chart: Chart,
  encounter: Encounter,
  [name, value]: (typeof VITALS)[number],
) {
  const { random, id, plan } = context
  const { timeZone } = plan.facts
  const created_at = iso(Date.parse(String(encounter.created_at)) + 5 * MINUTE_MS)
  const taken = { value: value(random), created_at }
  const asTaken = (row: Measurement | undefined) => row && { value: row.value, created_at: String(row.created_at) }
  const [previous, first] = [chart.last.get(name), chart.first.get(name)]
  const beside = compared(name, asTaken(previous), taken, timeZone)
  const overall = compared(name, asTaken(first), taken, timeZone)
  if (previous) {
    Object.assign(previous, { last: false, updated_at: created_at })
    const shown = chart.encounters.find(each => each.id === previous.encounter_id)
    if (shown) shown.updated_at = created_at
  }
  const row: Measurement = {
    id: id('measurement', encounter.id, name),
    encounter_id: encounter.id,
    patient_id: encounter.patient_id,
    branch_id: encounter.branch_id,
    doctor_id: encounter.doctor_id,
    name,
    value: taken.value,
    status: statusOf(name, taken.value),
    difference: beside.difference,
    overall_difference: overall.difference,
    improvement: beside.improvement,
    overall_improvement: overall.improvement,
    duration_days: beside.days,
    overall_duration_days: overall.days,
    last: true,
    created_at,
    updated_at: created_at,
  }
  chart.last.set(name, row)
  if (!first) chart.first.set(name, row)
  return row
}

function openEncounter(context: DemoContext, chart: Chart, visit: Visit): Measurement[] {
  const { random } = context
  const encounter = encounterRow(context, visit)
  const before = chart.encounters.at(-1)
  if (before) Object.assign(before, { last: false, updated_at: encounter.created_at })
  chart.encounters.push(encounter)
  const vitals = random.chance(MEASURED) ? VITALS.filter(() => random.chance(0.7)) : []
  const measurements = vitals.map(vital => measurementRow(context, chart, encounter, vital))
  if (measurements.length > 0) encounter.updated_at = measurements[0]?.created_at ?? encounter.updated_at
  return measurements
}

/** Visits as doctors wrote them down, with vital signs that are compared with those before. */
export const encountersStep: DemoStep = {
  name: 'encounters',
  rows(context) {
    const { made, random, now } = context
    const charts = new Map<string, Chart>()
    const measurement: Measurement[] = []
    const isOver = ({ status, ends_at }: Visit) => status === 'COMPLETED' && Date.parse(ends_at) <= now
    const visits = made('appointment').toSorted((one, other) =>
      String(one.starts_at).localeCompare(String(other.starts_at)),
    )
    for (const visit of visits) {
      if (!visit.patient_id || !isOver(visit) || !random.chance(WRITTEN)) continue
      const chart = charts.get(visit.patient_id) ?? emptyChart()
      charts.set(visit.patient_id, chart)
      measurement.push(...openEncounter(context, chart, visit))
    }
    return { encounter: [...charts.values()].flatMap(({ encounters }) => encounters), measurement }
  },
}
