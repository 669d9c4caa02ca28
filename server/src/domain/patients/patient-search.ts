import { type Found, textSearch } from '../../kernel/text-search.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch, likeContaining } from '../../kernel/values/fold-for-search.ts'
import { fullName } from '../../kernel/values/full-name.ts'
import { normalizePhone } from '../../kernel/values/phones.ts'
import { patientsOfNationalId } from './national-id.ts'
import type { PatientRow } from './patient-file.ts'

export const SEARCHED = [
  'first_name',
  'last_name',
  'phone_number',
  'phone_number2',
  'email',
  'clinic_file_number',
  'file_number',
] as const satisfies (keyof PatientRow)[]

/** The folded text that a search term is looked for in: names and numbers, in whatever script they were typed. */
export const searchTextOf = (patient: Pick<PatientRow, (typeof SEARCHED)[number]>): string =>
  SEARCHED.flatMap(column => patient[column] ?? [])
    .map(part => foldForSearch(String(part)))
    .join(' ')

/** The folded name, for those who may look for nothing else. */
const nameTextOf = (patient: Pick<PatientRow, 'first_name' | 'last_name'>): string => foldForSearch(fullName(patient))

/** The columns that a patient is found by. */
export const searchColumns = (patient: Pick<PatientRow, (typeof SEARCHED)[number]>) => ({
  search_text: searchTextOf(patient),
  name_text: nameTextOf(patient),
})

/** The pattern for a term; a term that is a phone in any spelling is looked for as it is stored. */
export const searchPattern = (term: string, country: string): string =>
  likeContaining(normalizePhone(term, country) ?? foldForSearch(term))

/** How a list is narrowed to the patients that a search means; one of them is set. */
export interface FoundPatients extends Found {
  /** A file number, the clinic's own or ours. */
  fileNumber?: string
}

export const patientSearch = textSearch('patients_like')

/**
 * What a search term of a patient list means to this caller. Without patients:read.pii it matches file numbers alone, so
 * that it is no oracle for names, phones or ids (contract section 4). A national id is found by the whole number.
 */
export async function findPatients(tx: Tx, term: string | undefined, delta: boolean): Promise<FoundPatients> {
  if (term === undefined) return {}
  if (!tx.caller.holds('patients:read.pii')) return { fileNumber: term.trim() }
  const pattern = searchPattern(term, tx.clinic.country)
  const [found, ids] = await Promise.all([patientSearch.find(tx, pattern, delta), patientsOfNationalId(tx, term)])
  return ids.length === 0 ? found : { ids: [...new Set([...ids, ...(found.ids ?? [])])] }
}
