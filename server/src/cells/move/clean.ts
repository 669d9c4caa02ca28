import type { Client } from 'pg'
import { CONTROL } from '../../kernel/misdirected.ts'
import { asCopying } from './as-copying.ts'
import type { Place } from './places.ts'
import { type ClinicTable, clinicTables, isByHand } from './tables.ts'

/** In one transaction. */
const BATCH_ROWS = 10_000

/** A table, or its partitions: rows are found by their place, without looking through those of other clinics. */
async function partsOf(client: Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select oid::regclass::text as part from pg_class where oid = $1::regclass and relkind = 'r'
     union all select relid::regclass::text from pg_partition_tree($1::regclass) where isleaf order by 1`,
    [name],
  )
  return rows.map(({ part }) => part)
}

async function empty(client: Client, part: string, companyId: string): Promise<number> {
  for (let all = 0; ; ) {
    const deleted = await asCopying(client, async () => {
      const { rowCount } = await client.query(
        `delete from ${part} where ctid = any (array(
           select ctid from ${part} where company_id = $1 limit ${BATCH_ROWS}))`,
        [companyId],
      )
      return rowCount ?? 0
    })
    all += deleted
    if (deleted < BATCH_ROWS) return all
  }
}

/** Control keeps by which it knows that there is a clinic, as of one that was opened in a cell. */
const isKept = ({ name }: Place, table: ClinicTable): boolean => name === CONTROL && isByHand(table)

/** Deletes what a database has of a clinic that does not live there, and answers how many rows that were. */
export async function emptyPlace(place: Place, companyId: string): Promise<number> {
  let rows = 0
  const { client } = place
  // What hears of the others raises it.
  const last = ({ name }: ClinicTable) => (name === 'grant_version' ? 1 : 0)
  for (const table of (await clinicTables(client)).toSorted((a, b) => last(a) - last(b))) {
    if (isKept(place, table)) continue
    for (const part of await partsOf(client, table.name)) rows += await empty(client, part, companyId)
  }
  return rows
}
