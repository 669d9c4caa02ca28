import type { Client } from 'pg'
import { DatabaseRefusal } from '../../db/refusal.ts'
import { CONTROL } from '../../kernel/misdirected.ts'
import { hearOwnChangesOnly } from './as-copying.ts'
import { isKnownAtControl } from './compare.ts'
import type { Move, Place } from './places.ts'
import { clinicTables, isByHand, tablesInUse } from './tables.ts'

/** Subscriptions tell copies from own changes since then. */
const OLDEST_SERVER = 160_000
const MOST_CLOCK_APART_MS = 1_000

const one = async <Row extends object>(
  client: Client,
  query: string,
  values: unknown[] = [],
): Promise<Row | undefined> => (await client.query<Row>(query, values)).rows[0]

async function requireLikeness({ name, client }: Place, control: Client): Promise<void> {
  const facts = `select current_setting('server_version_num')::integer as version, current_setting('wal_level') as level,
    (select max(name) from schema_migration) as migrated, rolsuper as super, extract(epoch from clock_timestamp())::float8 * 1000 as ms
    from pg_roles where rolname = current_user`
  type Facts = { version: number; level: string; migrated: string; super: boolean; ms: number }
  const [here, there] = [await one<Facts>(client, facts), await one<Facts>(control, facts)]
  if (!here || !there) throw new DatabaseRefusal(`${name}: the login is none of its server.`)
  if (here.version < OLDEST_SERVER) throw new DatabaseRefusal(`${name}: moving needs PostgreSQL 16 or later.`)
  if (here.level !== 'logical')
    throw new DatabaseRefusal(`${name} must run with wal_level = logical; set it and restart that server.`)
  if (here.migrated !== there.migrated)
    throw new DatabaseRefusal(
      `${name} is at ${here.migrated} and control at ${there.migrated}: bring both to one release.`,
    )
  if (!here.super) throw new DatabaseRefusal(`${name}: its address must be that of a superuser.`)
  if (Math.abs(here.ms - there.ms) > MOST_CLOCK_APART_MS)
    throw new DatabaseRefusal(`The clocks of ${name} and control differ by more than a second: set them right first.`)
}

/** All that can be said before anything is changed. */
export async function requireMovable(move: Move): Promise<void> {
  const { companyId, control, source, target } = move
  for (const place of [control, source, target]) await requireLikeness(place, control.client)
  for (const place of [source, target]) if (place !== control) await hearOwnChangesOnly(control.client, place.name)
  if ((await control.client.query('select from publisher where company_id = $1', [companyId])).rowCount)
    throw new DatabaseRefusal('It is the sandbox of a publisher, which stays where control is.')
  if (!(await isKnownAtControl(move)))
    throw new DatabaseRefusal(
      `Control does not know all of what ${source.name} has of it yet: clinic cell list says why.`,
    )
  await requireEmpty(move)
}

async function requireEmpty({ companyId, target }: Move): Promise<void> {
  const tables = (await clinicTables(target.client)).filter(
    table => table.name !== 'grant_version' && !(target.name === CONTROL && isByHand(table)),
  )
  const [used] = await tablesInUse(
    target.client,
    companyId,
    tables.map(({ name }) => name),
  )
  if (used !== undefined)
    throw new DatabaseRefusal(
      `${target.name} has rows of it in ${used}: an earlier move left them; clinic move --clean deletes them in time.`,
    )
}
