import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { openBackfills } from './backfills.ts'
import { buildIndexes } from './build-indexes.ts'
import { isHeld, LOCK_PATIENCE, type LockPatience, withPatience } from './lock-patience.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { type Applied, differenceOf, MIGRATIONS, type Migration, readMigrations, tellNewer } from './migrations.ts'
import { DatabaseRefusal } from './refusal.ts'

export interface MigrateOptions {
  log?: Log
  /** Where the `NNNN_name.sql` files are; the product's own by default. */
  folder?: string
  patience?: LockPatience
}

type Log = (line: string) => void

interface Server {
  major: number
  encoding: string
}

/** A contract that was passed over, and the backfills that it waits for. */
export interface Waiting {
  name: string
  backfills: readonly string[]
}

const OLDEST_MAJOR = 15
const LOCK_KEY = '7164770915236001'
const LOCK_POLL_MS = 100

/**
 * Brings the database to this program's schema: each missing migration in order, each in a transaction, which gives its
 * locks up and tries again where others hold what it needs. Several processes may start at the same time. Refuses a
 * database whose migrations are not a part of the program's own, unless the program misses nothing of what it has beyond.
 *
 * A contract whose backfill is not done is passed over, which is no failure: the program runs without it. Those are
 * answered, to be applied by a later call; on a newer database that is left to the newer program.
 */
export async function migrate(
  ownerUrl: string,
  { log, folder = MIGRATIONS, patience = LOCK_PATIENCE }: MigrateOptions = {},
): Promise<Waiting[]> {
  const migrations = await readMigrations(folder)
  const client = new Client({ connectionString: ownerUrl, application_name: 'clinic-migrate' })
  await client.connect()
  try {
    await refuseUnfit(client)
    await takeTurn(client)
    await prepare(client)
    const { missing, newer } = differenceOf(migrations, await appliedTo(client))
    tellNewer(newer, log)
    await migrateJobs(client, ownerUrl)
    return newer.length > 0 ? [] : await applyAll(client, missing, patience, log)
  } finally {
    await client.end()
  }
}

/**
 * A lock of the session, not of a transaction: each migration commits on its own. Ending the session frees it. A statement
 * that waited for it would itself be waited for by one that builds an index concurrently.
 */
async function takeTurn(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK_KEY}) as mine`)
    if (rows[0]?.mine) return
    await delay(LOCK_POLL_MS)
  }
}

/** Applies what is missing and answers what it has passed over. What waits for backfills keeps its order among itself. */
async function applyAll(client: Client, missing: readonly Migration[], patience: LockPatience, log?: Log) {
  const waiting: Waiting[] = []
  for (const migration of missing) {
    const { name, after } = migration
    const backfills = waiting.length > 0 ? after : await openBackfills(client, after)
    if (backfills.length > 0) {
      waiting.push({ name, backfills })
      continue
    }
    await apply(client, migration, patience, log)
    log?.(`applied ${name}`)
  }
  return waiting
}

async function refuseUnfit(client: Client): Promise<void> {
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding`,
  )
  const reason = rows[0] && unfitness(rows[0])
  if (reason) throw new DatabaseRefusal(reason)
}

/** Why the program cannot work with a server's database. */
export function unfitness({ major, encoding }: Server): string | undefined {
  if (major < OLDEST_MAJOR) return `PostgreSQL ${major} is too old: this program needs ${OLDEST_MAJOR} or newer.`
  if (encoding !== 'UTF8') return `The database's encoding is ${encoding}: this program needs UTF8.`
  return undefined
}

/** The table is older than some of its columns, which are asked for first: to add one takes a lock, if it is there or not. */
async function prepare(client: Client): Promise<void> {
  await client.query(`create table if not exists schema_migration (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz(3) not null default now(),
    additive boolean not null default false,
    since text
  )`)
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'schema_migration'::regclass`,
  )
  const lacks = (column: string) => !rows.some(({ name }) => name === column)
  if (lacks('additive')) await client.query('alter table schema_migration add additive boolean not null default false')
  if (lacks('since')) await client.query('alter table schema_migration add since text')
}

/** What a database has, as any login sees it that may read the table. */
export async function appliedTo(client: Client): Promise<Applied[]> {
  return (await client.query<Applied>('select name, sha256, additive, since from schema_migration')).rows
}

async function apply(client: Client, migration: Migration, patience: LockPatience, log?: Log): Promise<void> {
  try {
    await withPatience(
      patience,
      () => attempt(client, migration, patience.lockMs),
      ms => log?.(`${migration.name} waits for what others have locked; it tries again in ${ms / 1000} s`),
    )
  } catch (error) {
    throw new DatabaseRefusal(reasonFor(migration, error), { cause: error })
  }
}

async function attempt(client: Client, migration: Migration, lockMs: number): Promise<void> {
  if (migration.concurrently) await buildIndexes(client, migration)
  try {
    await client.query(`begin; set local lock_timeout = ${lockMs}`)
    if (!migration.concurrently) await client.query(migration.sql)
    const { name, sha256, additive, since } = migration
    await client.query('insert into schema_migration (name, sha256, additive, since) values ($1, $2, $3, $4)', [
      ...[name, sha256, additive, since],
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

function reasonFor({ name }: Migration, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  if (isHeld(error))
    return `Migration ${name} was given up and left nothing behind, because others go on holding what it has to lock (${reason}): end transactions that last, and start again.`
  return `Migration ${name} failed and left nothing behind: ${reason}`
}
