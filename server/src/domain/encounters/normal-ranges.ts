import type { MeasurementName } from '@clinic/contract/encounters.ts'

/** Bounds belong to the range: a value equal to one is still within. Absent bounds bound nothing. */
export interface NormalRange {
  unit: string
  low?: number
  high?: number
  /** Beyond these the doctor has to act immediately. */
  criticalLow?: number
  criticalHigh?: number
}

/**
 * What is usual in a resting adult, in the unit that medicine usually gives the value in. Orientation for a list on a screen,
 * no diagnosis: age, sex, pregnancy and the laboratory's own method move most of these.
 */
export const NORMAL_RANGES: Readonly<Record<MeasurementName, NormalRange>> = {
  BLOOD_PRESSURE_SYSTOLIC: { unit: 'mmHg', low: 90, high: 120, criticalLow: 70, criticalHigh: 180 },
  BLOOD_PRESSURE_DIASTOLIC: { unit: 'mmHg', low: 60, high: 80, criticalLow: 40, criticalHigh: 120 },
  HEART_RATE: { unit: '/min', low: 60, high: 100, criticalLow: 40, criticalHigh: 130 },
  RESPIRATORY_RATE: { unit: '/min', low: 12, high: 20, criticalLow: 8, criticalHigh: 30 },
  TEMPERATURE: { unit: '°C', low: 36.1, high: 37.2, criticalLow: 35, criticalHigh: 40 },
  OXYGEN_SATURATION: { unit: '%', low: 95, high: 100, criticalLow: 90 },
  HEIGHT: { unit: 'cm' },
  WEIGHT: { unit: 'kg' },
  BMI: { unit: 'kg/m²', low: 18.5, high: 24.9, criticalLow: 15, criticalHigh: 40 },
  BLOOD_GLUCOSE_FASTING: { unit: 'mg/dL', low: 70, high: 99, criticalLow: 54, criticalHigh: 300 },
  BLOOD_GLUCOSE_POSTPRANDIAL: { unit: 'mg/dL', low: 70, high: 140, criticalLow: 54, criticalHigh: 400 },
  TOTAL_CHOLESTEROL: { unit: 'mg/dL', high: 200 },
  HDL_CHOLESTEROL: { unit: 'mg/dL', low: 40 },
  LDL_CHOLESTEROL: { unit: 'mg/dL', high: 100 },
  TRIGLYCERIDES: { unit: 'mg/dL', high: 150, criticalHigh: 1000 },
  HEMOGLOBIN: { unit: 'g/dL', low: 12, high: 17.5, criticalLow: 7, criticalHigh: 20 },
  HEMATOCRIT: { unit: '%', low: 36, high: 50, criticalLow: 20, criticalHigh: 60 },
  WBC_COUNT: { unit: '10⁹/L', low: 4, high: 11, criticalLow: 2, criticalHigh: 30 },
  RBC_COUNT: { unit: '10¹²/L', low: 4, high: 5.9, criticalLow: 2.5 },
  PLATELET_COUNT: { unit: '10⁹/L', low: 150, high: 400, criticalLow: 50, criticalHigh: 1000 },
  EJECTION_FRACTION: { unit: '%', low: 55, high: 70, criticalLow: 30 },
  CREATININE: { unit: 'mg/dL', low: 0.6, high: 1.3, criticalHigh: 4 },
  MAP: { unit: 'mmHg', low: 70, high: 100, criticalLow: 60, criticalHigh: 130 },
  BSA: { unit: 'm²' },
  IBW: { unit: 'kg' },
  BMR: { unit: 'kcal/day' },
  BUN: { unit: 'mg/dL', low: 7, high: 20, criticalHigh: 100 },
  GFR: { unit: 'mL/min/1.73m²', low: 90, criticalLow: 15 },
  ALT: { unit: 'U/L', low: 7, high: 56, criticalHigh: 1000 },
  AST: { unit: 'U/L', low: 10, high: 40, criticalHigh: 1000 },
  BILIRUBIN: { unit: 'mg/dL', low: 0.1, high: 1.2, criticalHigh: 15 },
  ALBUMIN: { unit: 'g/dL', low: 3.5, high: 5, criticalLow: 1.5 },
  TSH: { unit: 'mIU/L', low: 0.4, high: 4, criticalHigh: 100 },
  FREE_T4: { unit: 'ng/dL', low: 0.8, high: 1.8, criticalHigh: 7 },
  FREE_T3: { unit: 'pg/mL', low: 2.3, high: 4.2 },
  HBA1C: { unit: '%', low: 4, high: 5.6, criticalHigh: 14 },
  CAPILLARY_REFILL_TIME: { unit: 's', low: 0, high: 2, criticalHigh: 5 },
  CVP: { unit: 'mmHg', low: 2, high: 8, criticalHigh: 16 },
  ICP: { unit: 'mmHg', low: 5, high: 15, criticalHigh: 22 },
  ETCO2: { unit: 'mmHg', low: 35, high: 45, criticalLow: 20, criticalHigh: 60 },
  URINE_OUTPUT: { unit: 'mL/h', low: 30, high: 200, criticalLow: 10 },
  GCS: { unit: 'points', low: 15, high: 15, criticalLow: 9 },
  PAIN_SCORE: { unit: 'points', low: 0, high: 3, criticalHigh: 8 },
  APGAR_SCORE: { unit: 'points', low: 7, high: 10, criticalLow: 4 },
  PUPIL_SIZE: { unit: 'mm', low: 2, high: 5, criticalLow: 1, criticalHigh: 7 },
  PA_O2: { unit: 'mmHg', low: 80, high: 100, criticalLow: 60 },
  PA_CO2: { unit: 'mmHg', low: 35, high: 45, criticalLow: 20, criticalHigh: 70 },
  PH: { unit: 'pH', low: 7.35, high: 7.45, criticalLow: 7.2, criticalHigh: 7.6 },
  WAIST_CIRCUMFERENCE: { unit: 'cm', high: 94 },
}
