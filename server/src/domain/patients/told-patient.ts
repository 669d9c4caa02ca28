import type { PatientRow } from './patient-file.ts'

const TOLD = [
  'id',
  'first_name',
  'last_name',
  'file_number',
  'clinic_file_number',
  'birth_date',
  'gender',
  'phone_number',
  'branch_id',
  'doctor_id',
  'disabled',
] as const satisfies (keyof PatientRow)[]

/** What tells a patient apart, wherever staff see one. */
export type ToldPatient = Pick<PatientRow, (typeof TOLD)[number]>
export const TOLD_COLUMNS = TOLD.map(column => `t.${column}`).join(', ')
