import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'
import { fullName } from '../../kernel/values/full-name.ts'
import type { PatientRow } from './patient-file.ts'

/** What a patient can be found by without showing contact data and identifiers. */
type NamedPatient = Pick<PatientRow, 'id' | 'first_name' | 'last_name' | 'file_number' | 'clinic_file_number'>

/**
 * Whether a search means the patient by name or file number. The stored search text also holds phones and e-mail
 * addresses; a search that may not show those must not find by them either, or it would tell them bit by bit.
 */
export function isMeantByName({ first_name, last_name, ...file }: NamedPatient, term: string): boolean {
  const folded = foldForSearch(term)
  const name = foldForSearch(fullName({ first_name, last_name }))
  return name.includes(folded) || String(file.file_number) === folded || file.clinic_file_number === term.trim()
}

const namedPatients = sql<NamedPatient>(`
  select id, first_name, last_name, file_number, clinic_file_number from patient where company_id = $1 and id = any($2)`)

/** Those of the patients whom the search means by name or file number. */
export async function patientsMeantByName(tx: Tx, ids: readonly string[], term: string): Promise<string[]> {
  const rows = await tx.sql(namedPatients([tx.clinic.id, ids]))
  return rows.filter(row => isMeantByName(row, term)).map(({ id }) => id)
}
