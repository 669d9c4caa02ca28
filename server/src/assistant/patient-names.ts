import { sql } from '../db/statement.ts'
import type { Call, Plain } from './tool.ts'
import { name } from './untrusted.ts'

interface Named {
  id: string
  first_name: string
  last_name: string | null
}

const namesOf = sql<Named>(`
  select id, first_name, last_name from patient where company_id = $1 and id = any($2) and deleted_at is null`)

export const fullName = ({ first_name, last_name }: Omit<Named, 'id'>): string =>
  name(last_name === null ? first_name : `${first_name} ${last_name}`)

/** The names of the patients that records are about, read in one statement; none where patients may not be seen. */
export async function patientNames({ tx, sight }: Call, records: readonly Plain[]) {
  const ids = new Set(records.map(({ patientId }) => patientId).filter(id => typeof id === 'string'))
  const rows = ids.size > 0 && sight.may('patients:read') ? await tx.sql(namesOf([tx.clinic.id, [...ids]])) : []
  const names = new Map(rows.map(row => [row.id, fullName(row)]))
  return (id: string): string | null => names.get(id) ?? null
}
