import type { Client } from 'pg'
import { TO_CONTROL } from '../copied-tables.ts'

/** A table whose rows are of clinics. */
export interface ClinicTable {
  name: string
  /** All of them, by name. */
  columns: string[]
  /** Those that are written, not generated. */
  written: string[]
}

/** Carried over by hand while nothing is written: control has copies of these, by which it knows that there is a clinic. */
const BY_HAND = Object.keys(TO_CONTROL)

/** Raised wherever the copies of people and connections change, so each database has its own. */
const OF_EACH = ['grant_version']

export const isByHand = ({ name }: ClinicTable): boolean => BY_HAND.includes(name)
export const isCopied = (table: ClinicTable): boolean => !isByHand(table) && !OF_EACH.includes(table.name)

/** Every table whose comment says that its rows are a clinic’s. */
export async function clinicTables(client: Client): Promise<ClinicTable[]> {
  const { rows } = await client.query<ClinicTable>(`
    select relname as name, array_agg(attname::text order by attname) as columns,
      array_agg(attname::text order by attname) filter (where attgenerated = '') as written
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and split_part(obj_description(pg_class.oid, 'pg_class'), ':', 1) = 'clinic'
    group by relname having bool_or(attname = 'company_id') order by relname`)
  return rows
}

/** Which of them have rows of a clinic. */
export async function tablesInUse(client: Client, companyId: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const each = names.map(name => `select '${name}' as name where exists (select from "${name}" where company_id = $1)`)
  const { rows } = await client.query<{ name: string }>(each.join(' union all '), [companyId])
  return rows.map(({ name }) => name)
}
