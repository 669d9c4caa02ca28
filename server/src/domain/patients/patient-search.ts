import { foldForSearch, likeContaining } from '../../kernel/values/fold-for-search.ts'
import { normalizePhone } from '../../kernel/values/phones.ts'

interface Searchable {
  first_name: string
  last_name: string | null
  phone_number: string | null
  phone_number2: string | null
  email: string | null
  national_id: string | null
  clinic_file_number: string | null
  file_number: number
}

/** The folded text that a search term is looked for in: names, numbers and ids, in whatever script they were typed. */
export function searchTextOf(patient: Searchable): string {
  const { first_name, last_name, phone_number, phone_number2, email, national_id, clinic_file_number, file_number } =
    patient
  return [first_name, last_name, phone_number, phone_number2, email, national_id, clinic_file_number, file_number]
    .filter(part => part !== null)
    .map(part => foldForSearch(String(part)))
    .join(' ')
}

/** The pattern for a term; a term that is a phone in any spelling is looked for as it is stored. */
export function searchPattern(term: string, country: string): string {
  const phone = normalizePhone(term, country)
  return likeContaining(phone ?? foldForSearch(term))
}
