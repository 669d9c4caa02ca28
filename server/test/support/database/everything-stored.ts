import type { QueryResultRow } from 'pg'

type Sql = <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** Everything that is stored, row by row as text; bytes are in hexadecimal. */
export async function everythingStored(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => sql<{ text: string }>(`select one::text as text from ${name} as one`)),
  )
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n')
}
