import { mergePatients } from '../domain/merges/merge-patients.ts'
import { searchColumns } from '../domain/patients/patient-search.ts'
import { findSuspects } from '../domain/patients/suspects.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import type { Tx } from '../kernel/tx.ts'
import type { ClinicPlan } from './plan.ts'
import { idsOf } from './plans.ts'

type Patient = RowsOf<'patient'>[number] & { clinic_file_number: string | null; phone_number2: string | null }

/** The file that a person had, and the one that a desk opened for them again, by number; the first two were made one. */
const REOPENED = [
  [25, 145],
  [38, 140],
  [51, 135],
  [92, 130],
  [104, 125],
] as const

/** Files of persons who have one: what was asked of them again differs a little. */
export function reopened<Row extends Patient>(rows: readonly Row[]): Row[] {
  const files = [...rows]
  for (const [place, [earlier, again]] of REOPENED.entries()) {
    const [one, other] = [files[earlier - 1], files[again - 1]]
    if (!one || !other) continue
    const hasSamePhone = place % 2 === 0
    const isAskedLittle = hasSamePhone && place > 0
    const person = {
      ...{ first_name: one.first_name, last_name: isAskedLittle ? null : (one.last_name ?? null) },
      ...{ gender: one.gender, title: one.title, nationality: one.nationality },
      phone_number: (hasSamePhone ? one.phone_number : other.phone_number) ?? null,
      birth_date: isAskedLittle ? null : one.birth_date,
      ...{ email: null, national_id: null, identifier_type: null },
    }
    const found = { disabled: false, pending: false, is_lead: false }
    files[earlier - 1] = { ...one, ...found }
    const file = { ...other, ...person, ...found }
    files[again - 1] = { ...file, ...searchColumns(file) }
  }
  return files
}

/** Files that may be of one person are found, and the first two made one, as the clinic would. */
export async function makeOneOf(tx: Tx, plan: ClinicPlan): Promise<void> {
  const [[kept, absorbed]] = REOPENED
  while ((await findSuspects(tx)) > 0);
  const [id, absorbedId] = [idsOf(plan)('patient', kept), idsOf(plan)('patient', absorbed)]
  await mergePatients(tx, { id, absorbedId })
}
