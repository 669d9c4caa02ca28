import type { Input } from '../../lib/api.ts'

/** By what the list is narrowed down to patients who are to be seen to. */
export const PATIENT_FLAGS = [
  'balance',
  'alert',
  'suspect',
] as const satisfies readonly Input<'searchPatients'>['flag'][]
export type PatientFlag = (typeof PATIENT_FLAGS)[number]
