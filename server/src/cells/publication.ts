import type { Client } from 'pg'
import type { CopiedTable } from './copied-tables.ts'

/** Offers these tables for copying under this name, as they are declared by now. */
export async function publish(
  client: Client,
  name: string,
  tables: Readonly<Record<string, CopiedTable>>,
): Promise<void> {
  const all = Object.entries(tables).map(([table, { columns }]) =>
    columns ? `${table} (${columns.join(', ')})` : table,
  )
  const { rowCount } = await client.query('select from pg_publication where pubname = $1', [name])
  if (rowCount === 0) await client.query(`create publication ${name} for table ${all.join(', ')}`)
  else await client.query(`alter publication ${name} set table ${all.join(', ')}`)
}
