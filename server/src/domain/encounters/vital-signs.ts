import type { MeasurementName } from '@clinic/contract/encounters.ts'
import { type MeasurementRow, measurementName } from './encounter.ts'
import { NORMAL_RANGES } from './normal-ranges.ts'

/** What is usually measured at a visit, in the order in which it is. */
const USUAL: readonly MeasurementName[] = [
  'BLOOD_PRESSURE_SYSTOLIC',
  'BLOOD_PRESSURE_DIASTOLIC',
  'HEART_RATE',
  'RESPIRATORY_RATE',
  'TEMPERATURE',
  'OXYGEN_SATURATION',
  'WEIGHT',
  'HEIGHT',
  'BLOOD_GLUCOSE_FASTING',
  'PAIN_SCORE',
]

export interface VitalSign {
  name: MeasurementName
  unit: string
  last: MeasurementRow | undefined
}

/** The usual vital signs with the patient's last values, and behind them what else was measured of the patient. */
export function vitalSigns(last: readonly MeasurementRow[]): VitalSign[] {
  const byName = new Map(last.flatMap(row => (row.name === '' ? [] : [[measurementName(row), row] as const])))
  const others = [...byName.keys()].filter(name => !USUAL.includes(name))
  return [...USUAL, ...others].map(name => ({ name, unit: NORMAL_RANGES[name].unit, last: byName.get(name) }))
}
