import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch, likeContaining } from '../../kernel/values/fold-for-search.ts'
import { normalizePhone } from '../../kernel/values/phones.ts'
import { patientsOfNationalId } from './national-id.ts'
import { type FoundPatients, patientSearch } from './patient-search.ts'
import { inSightOf } from './patient-sight.ts'
import { TOLD_COLUMNS, type ToldPatient } from './told-patient.ts'

/** Whether who searches may see how patients are reached, and so find by it. */
export const seesContacts = ({ caller }: Tx): boolean => caller.holds('may:patients:contact')

/** A phone of which the end is still to be typed, as dialled within the country: stored, it begins otherwise. */
const DIALLED = /^0\d{3,}$/

/** What of a search is looked for in stored texts: a phone as it is stored, or else the folded term. */
export function searchedText(term: string, country: string): string {
  const folded = foldForSearch(term)
  const digits = folded.replace(/[ ()-]/g, '')
  return normalizePhone(term, country) ?? (DIALLED.test(digits) ? digits.replace(/^0+/, '') : folded)
}

/** Who may not see contacts finds by names and file numbers alone, or what is found would tell the rest bit by bit. */
export const NAMED = (term: string): string => `(position(${term} in t.name_text) > 0
  or t.file_number::text = ${term} or lower(t.clinic_file_number) = ${term})`

/** How the list of patients is narrowed to those whom a search of this member means. */
export async function meantBySearch(tx: Tx, q: string | undefined): Promise<FoundPatients & { named?: string }> {
  if (q === undefined) return {}
  if (!seesContacts(tx)) {
    const named = foldForSearch(q)
    return { ...(await patientSearch.find(tx, likeContaining(named), false)), named }
  }
  const pattern = likeContaining(searchedText(q, tx.clinic.country))
  const [found, ids] = await Promise.all([patientSearch.find(tx, pattern, false), patientsOfNationalId(tx, q)])
  return ids.length === 0 ? found : { ids: [...new Set([...ids, ...(found.ids ?? [])])] }
}

/** How many are answered. */
const SHOWN = 8
/** Of those who are meant by nothing better than some letters in the middle, no more than these are ranked. */
const MOST = 250
const SEEN = `($8::text[] is null or ${inSightOf('$8')})`

/** However many are called alike, the first by name are among them: these are read off an index in that order. */
const candidates = `
  select patients_beginning($2, $8, $7, ${SHOWN})
  union select patients_like_in($3, $8, ${MOST}) union select patients_like_in($4, $8, ${MOST})
  union select t.id from patient t where t.company_id = $1 and ${SEEN} and (t.id = any($6)
    or t.file_number = case when $2 ~ '^[0-9]{1,9}$' then $2::integer end
    or (t.clinic_file_number = $2 and t.deleted_at is null))`

const find = sql<ToldPatient>(`
  select ${TOLD_COLUMNS} from patient t
  where t.company_id = $1 and t.deleted_at is null and t.id = any(array(${candidates}))
    and ($7 or ${NAMED('$2')})
  order by case
    when t.file_number::text = $2 or lower(t.clinic_file_number) = $2 then 0
    when $7 and (t.phone_number = $5 or t.phone_number2 = $5 or t.id = any($6)) then 1
    when $7 and length($2) = 4 and right(t.phone_number, 4) = $2 then 2
    when starts_with(t.name_text, $2) or position(' ' || $2 in t.name_text) > 0 then 3
    else 4 end, t.disabled, t.name_text collate "C", t.id
  limit ${SHOWN}`)

/** The patients whom a few letters or digits mean, the most likely ones first. */
export async function patientsMeant(tx: Tx, q: string): Promise<ToldPatient[]> {
  const { id, country } = tx.clinic
  const term = foldForSearch(q)
  const mayAll = seesContacts(tx)
  const containing = likeContaining(mayAll ? searchedText(q, country) : term)
  const ofNationalId = mayAll ? await patientsOfNationalId(tx, q) : []
  const phone = normalizePhone(q, country) ?? null
  const wordBegins = `% ${containing.slice(1)}`
  return tx.sql(find([id, term, containing, wordBegins, phone, ofNationalId, mayAll, branchesOf(tx)]))
}
