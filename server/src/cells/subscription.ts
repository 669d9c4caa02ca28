import type { Client } from 'pg'
import { withClient } from '../db/with-client.ts'

/** One direction of copying. */
export interface Copying {
  /** Of the subscription and of its slot at the source: letters, digits and underscores. */
  name: string
  publication: string
  /** As the database that takes the copies reaches the other, with a login that may replicate. */
  sourceUrl: string
}

/** Begins to copy, or takes in what has been published since. */
export async function subscribe(client: Client, { name, publication, sourceUrl }: Copying): Promise<void> {
  const source = client.escapeLiteral(sourceUrl)
  const { rowCount } = await client.query('select from pg_subscription where subname = $1', [name])
  if (rowCount === 1) {
    await client.query(`alter subscription ${name} connection ${source}`)
    await client.query(`alter subscription ${name} set publication ${publication} with (refresh = false)`)
    await client.query(`alter subscription ${name} refresh publication`)
    return
  }
  // The slot comes first and by hand: made by the subscription, it would wait for the very statement that makes it where
  // both databases are of one server.
  await withClient(sourceUrl, from => ensureSlot(from, name))
  await client.query(
    `create subscription ${name} connection ${source} publication ${publication} with (create_slot = false, slot_name = ${name})`,
  )
}

export async function ensureSlot(source: Client, name: string): Promise<void> {
  const { rowCount } = await source.query('select from pg_replication_slots where slot_name = $1', [name])
  if (rowCount === 0) await source.query("select pg_create_logical_replication_slot($1, 'pgoutput')", [name])
}

export interface Copied {
  name: string
  tables: number
  /** Whose rows of before are all there. */
  ready: number
}

/** How far each subscription of a database is with what there was before it. */
export async function copiedSoFar(client: Client): Promise<Copied[]> {
  const { rows } = await client.query<Copied>(`
    select subname as name, count(srrelid)::integer as tables, count(*) filter (where srsubstate = 'r')::integer as ready
    from pg_subscription left join pg_subscription_rel on srsubid = pg_subscription.oid
    where subdbid = (select oid from pg_database where datname = current_database())
    group by subname order by subname`)
  return rows
}
