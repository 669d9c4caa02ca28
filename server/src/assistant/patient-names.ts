import { sql } from '../db/statement.ts'
import type { TableRow } from '../db/tables.ts'
import type { Call, JsonObject } from './tool.ts'
import { shortText } from './untrusted.ts'

type Named = Pick<TableRow<'patient'>, 'id' | 'first_name' | 'last_name'>

const namesOf = sql<Named>(`
  select id, first_name, last_name from patient where company_id = $1 and id = any($2) and deleted_at is null`)

export const fullName = ({ first_name, last_name }: Omit<Named, 'id'>): string =>
  shortText(last_name === null ? first_name : `${first_name} ${last_name}`)

/** The names of the patients that records are about, read in one statement; none where patients may not be seen. */
export async function patientNames({ tx, visibility }: Call, records: readonly JsonObject[]) {
  const ids = new Set(records.map(({ patientId }) => patientId).filter(id => typeof id === 'string'))
  const rows = ids.size > 0 && visibility.allows('patients:read') ? await tx.sql(namesOf([tx.clinic.id, [...ids]])) : []
  const names = new Map(rows.map(row => [row.id, fullName(row)]))
  return (id: string): string | null => names.get(id) ?? null
}
