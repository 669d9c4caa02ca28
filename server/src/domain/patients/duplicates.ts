import { sql } from '../../db/statement.ts'
import { branchesOf } from '../../kernel/branch-sight.ts'
import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { foldForSearch } from '../../kernel/values/fold-for-search.ts'
import { nationalIdMacs } from './national-id.ts'
import type { PatientRow } from './patient-file.ts'
import { patientsInSight } from './patient-sight.ts'

/** What tells that two files may be of one person. */
export type SuspectReason = 'NATIONAL_ID' | 'PHONE_AND_NAME' | 'NAME_AND_BIRTH_DATE'

const COMPARED = [
  'id',
  'file_number',
  'first_name',
  'last_name',
  'name_text',
  'phone_number',
  'birth_date',
  'national_id_mac',
] as const satisfies (keyof PatientRow)[]
/** A file as it is compared with others. */
export type ComparedPatient = Pick<PatientRow, (typeof COMPARED)[number]>
export const COMPARED_COLUMNS = COMPARED.map(column => `t.${column}`).join(', ')

/** Each way is looked up in an index of its own. */
const alike = sql<ComparedPatient>(`
  select ${COMPARED_COLUMNS} from patient t where t.company_id = $1 and t.deleted_at is null and t.id = any(array(
    select id from patient where company_id = $1 and deleted_at is null and national_id_mac = any($2)
    union select id from patient where company_id = $1 and deleted_at is null and phone_number = any($3)
    union select one.id from unnest($4::text[], $5::date[]) as wanted (name, birth)
      join patient as one on one.company_id = $1 and one.deleted_at is null
        and one.name_text = wanted.name and one.birth_date = wanted.birth))
  order by t.created_at, t.id limit 5000`)

const given = <Value>(values: readonly (Value | null)[]): Value[] => values.filter(value => value !== null)

/** The files that share something with some of these, as far as one looks for it. */
export function alikeWith(tx: Tx, files: readonly Omit<ComparedPatient, 'id' | 'file_number'>[], macs: string[] = []) {
  const born = files.filter(({ birth_date, name_text }) => birth_date !== null && name_text !== '')
  return tx.sql(
    alike([
      tx.clinic.id,
      [...macs, ...given(files.map(file => file.national_id_mac))],
      given(files.map(file => file.phone_number)),
      born.map(file => file.name_text),
      born.map(file => file.birth_date),
    ]),
  )
}

/** What is the same in two files. A phone alone says nothing: families share one. */
export function reasonsOf(
  one: Omit<ComparedPatient, 'id' | 'file_number'>,
  other: Omit<ComparedPatient, 'id' | 'file_number'>,
  macs: readonly (string | null)[] = [one.national_id_mac],
): SuspectReason[] {
  const isSame = <Value>(first: Value | null, second: Value | null) => first !== null && first === second
  const [first, second] = [foldForSearch(one.first_name), foldForSearch(other.first_name)]
  const found: [SuspectReason, boolean][] = [
    ['NATIONAL_ID', other.national_id_mac !== null && macs.includes(other.national_id_mac)],
    ['PHONE_AND_NAME', isSame(one.phone_number, other.phone_number) && first === second],
    ['NAME_AND_BIRTH_DATE', isSame(one.birth_date, other.birth_date) && one.name_text === other.name_text],
  ]
  return found.flatMap(([reason, holds]) => (holds ? [reason] : []))
}

/** A file that may be of the same person, and why. */
export interface Duplicate {
  file: ComparedPatient
  reasons: SuspectReason[]
}

/** The files that may be of the person of whom this is said. */
export async function duplicatesOf(
  tx: Tx,
  said: Omit<ComparedPatient, 'id' | 'file_number' | 'national_id_mac'>,
  nationalId: string | null,
): Promise<Duplicate[]> {
  const macs = nationalId === null ? [] : nationalIdMacs(tx, nationalId)
  const wanted = { ...said, national_id_mac: null }
  const files = await alikeWith(tx, [wanted], macs)
  return files.flatMap(file => {
    const reasons = reasonsOf(wanted, file, macs)
    return reasons.length > 0 ? [{ file, reasons }] : []
  })
}

const MOST_TOLD = 5

/** Refuses to open a file twice: whom the person does not see is told by initials and number alone. */
export async function refuseDuplicates(tx: Tx, found: readonly Duplicate[]): Promise<never> {
  const told = found.slice(0, MOST_TOLD)
  const branches = branchesOf(tx)
  const ids = told.map(({ file }) => file.id)
  const seen = new Set(
    branches ? (await tx.sql(patientsInSight([tx.clinic.id, ids, branches]))).map(one => one.id) : ids,
  )
  const matches = told.map(({ file, reasons }) => ({
    id: seen.has(file.id) ? file.id : null,
    fileNumber: file.file_number,
    name: nameOf(file, seen.has(file.id)),
    birthDate: seen.has(file.id) ? file.birth_date : null,
    reasons,
  }))
  return refuse('possible_duplicate', { matches })
}

function nameOf({ first_name, last_name }: ComparedPatient, isSeen: boolean): string {
  const names = last_name === null ? [first_name] : [first_name, last_name]
  return isSeen ? names.join(' ') : names.map(name => `${name.charAt(0)}.`).join(' ')
}
