import { isRecord } from '@clinic/contract/json-schema.ts'
import { patientUpdated } from '@clinic/contract/patients.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import { isEmpty } from '../../kernel/values/differences.ts'
import { fieldOf } from '../../kernel/values/spelling.ts'
import { hasNationalId } from '../patients/national-id.ts'
import type { PatientRow } from '../patients/patient-file.ts'
import { searchColumns } from '../patients/patient-search.ts'

/** What is taken over where the kept file does not say it. */
const SINGLE = [
  ...['last_name', 'phone_number', 'phone_number2', 'email', 'gender', 'title', 'birth_date', 'address', 'nationality'],
  ...['marital_status', 'identifier_type', 'details', 'clinic_file_number', 'doctor_id', 'language'],
] as const satisfies (keyof PatientRow)[]
/** What belongs together: taken over where the first is not said. */
const INSURED = [
  ...['insurance_company_id', 'insurance_policy_id', 'insurance_class_id', 'insurance_number', 'insurance_group'],
  ...['insurance_percentage', 'insurance_limit_minor', 'insurance_unlimited', 'insurance_end_date'],
] as const satisfies (keyof PatientRow)[]
const IDENTIFIED = ['national_id', 'national_id_sealed', 'national_id_mac'] as const satisfies (keyof PatientRow)[]
const UNTOLD = ['language']

const taken = (row: PatientRow, columns: readonly (keyof PatientRow)[]) =>
  Object.fromEntries(columns.flatMap(column => (row[column] === null ? [] : [[column, row[column]]])))

/** The columns that are blank in one file and not in the other, with what the other says. */
const blanksOf = (kept: PatientRow, absorbed: PatientRow): Partial<PatientRow> => ({
  ...taken(
    absorbed,
    SINGLE.filter(column => kept[column] === null),
  ),
  ...(kept.insurance_company_id === null && absorbed.insurance_company_id !== null && taken(absorbed, INSURED)),
  ...(!hasNationalId(kept) && hasNationalId(absorbed) && taken(absorbed, IDENTIFIED)),
})

/** What was sealed is kept by its MAC alone. */
const noted = (filled: Partial<PatientRow>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filled).filter(([column]) => column !== 'national_id' && column !== 'national_id_sealed'),
  )

async function change(tx: Tx, before: PatientRow, changes: Partial<PatientRow>): Promise<void> {
  const after = await changeRecord(tx, 'patient', before, {
    ...changes,
    ...searchColumns({ ...before, ...changes }),
  })
  const changedFields = [...new Set(Object.keys(changes).map(fieldOf))].filter(field => !UNTOLD.includes(field))
  const { id, branch_id: branchId, doctor_id: doctorId } = after
  const previous = doctorId === before.doctor_id ? {} : { doctorId: before.doctor_id }
  if (changedFields.length > 0) tx.emit(patientUpdated, { id, branchId, doctorId, changedFields }, previous)
}

/** Fills what the kept file does not say from the other one; answers what it filled. */
export async function fillBlanks(tx: Tx, kept: PatientRow, absorbed: PatientRow): Promise<Record<string, unknown>> {
  const filled = blanksOf(kept, absorbed)
  if (!isEmpty(filled)) await change(tx, kept, filled)
  return noted(filled)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Empties what was filled and is still as it was filled; a part of what belongs together goes with the rest. */
export async function emptyFilled(tx: Tx, kept: PatientRow, filled: unknown): Promise<void> {
  const were: Record<string, unknown> = isRecord(filled) ? filled : {}
  const row: Readonly<Record<string, unknown>> = { ...kept }
  const stillSo = (column: string) => column in were && isSame(row[column], were[column])
  const emptied: (keyof PatientRow)[] = [
    ...SINGLE.filter(stillSo),
    ...(INSURED.filter(column => column in were).every(stillSo) && 'insurance_company_id' in were ? INSURED : []),
    ...(stillSo('national_id_mac') ? IDENTIFIED : []),
  ]
  if (emptied.length > 0) await change(tx, kept, Object.fromEntries(emptied.map(column => [column, null])))
}
