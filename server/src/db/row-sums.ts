import type { Client } from 'pg'

/** How many rows there are, and a sum of their hashes, which their order does not change: the columns of a query over them. */
export const sumOfRows = (row: string): string =>
  `count(*)::text as rows, coalesce(sum(hashtextextended(${row}::text, 0)), 0)::text as sum`

/** The sums of each table of a database, that of the queue included, as `rows sum`. Nothing is written meanwhile. */
export async function tableSums(client: Client): Promise<Map<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') order by 1`,
  )
  const sums = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string; sum: string }>(`select ${sumOfRows('one')} from ${name} as one`)
    sums.set(name, rows.map(one => `${one.rows} ${one.sum}`).join())
  }
  return sums
}
