import { Client } from 'pg'
import { isHeld, LOCK_PATIENCE, type LockPatience, withPatience } from './lock-patience.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { type Applied, differenceOf, MIGRATIONS, type Migration, readMigrations, tellNewer } from './migrations.ts'
import { DatabaseRefusal } from './refusal.ts'

export interface MigrateOptions {
  log?: (line: string) => void
  /** Where the `NNNN_name.sql` files are; the product's own by default. */
  folder?: string
  patience?: LockPatience
}

interface Server {
  major: number
  encoding: string
}

const OLDEST_MAJOR = 15
const LOCK_KEY = '7164770915236001'

/**
 * Brings the database to this program's schema: each missing migration in order, each in a transaction, which gives its
 * locks up and tries again where others hold what it needs. Several processes may start at the same time. Refuses a
 * database whose migrations are not a part of the program's own, unless what it has beyond them is additive.
 */
export async function migrate(
  ownerUrl: string,
  { log, folder = MIGRATIONS, patience = LOCK_PATIENCE }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = new Client({ connectionString: ownerUrl, application_name: 'clinic-migrate' })
  await client.connect()
  try {
    await refuseUnfit(client)
    // A lock of the session, not of a transaction: each migration commits on its own. Ending the session frees it.
    await client.query(`select pg_advisory_lock(${LOCK_KEY})`)
    await prepare(client)
    const { missing, newer } = differenceOf(migrations, await appliedTo(client))
    tellNewer(newer, log)
    await migrateJobs(client, ownerUrl)
    for (const migration of missing) {
      await apply(client, migration, patience, log)
      log?.(`applied ${migration.name}`)
    }
  } finally {
    await client.end()
  }
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

/** The table is older than its column `additive`, which is asked for first: to add it takes a lock, if it is there or not. */
async function prepare(client: Client): Promise<void> {
  await client.query(`create table if not exists schema_migration (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz(3) not null default now(),
    additive boolean not null default false
  )`)
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'additive'`,
  )
  if (rowCount === 0) await client.query('alter table schema_migration add additive boolean not null default false')
}

/** What a database has, as any login sees it that may read the table. */
export async function appliedTo(client: Client): Promise<Applied[]> {
  return (await client.query<Applied>('select name, sha256, additive from schema_migration')).rows
}

async function apply(
  client: Client,
  migration: Migration,
  patience: LockPatience,
  log?: (line: string) => void,
): Promise<void> {
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

async function attempt(client: Client, { name, sha256, sql, additive }: Migration, lockMs: number): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${lockMs}`)
    await client.query(sql)
    await client.query('insert into schema_migration (name, sha256, additive) values ($1, $2, $3)', [
      name,
      sha256,
      additive,
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
