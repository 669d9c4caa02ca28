import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrateJobs } from './migrate-jobs.ts'
import { DatabaseRefusal } from './refusal.ts'

export const MIGRATIONS = join(import.meta.dirname, '../../migrations')

export interface MigrateOptions {
  log?: (line: string) => void
  /** Where the `NNNN_name.sql` files are; the product's own by default. */
  folder?: string
}

export interface Migration {
  name: string
  sha256: string
  sql: string
}

interface Server {
  major: number
  encoding: string
}

const OLDEST_MAJOR = 15
/** The first of those migrations that were replaced, once, by the present ones before the first release. */
const REPLACED = '0001_roles.sql'
const LOCK_KEY = '7164770915236001'

/**
 * Brings the database to this program's schema: each missing migration in order, each in a transaction. Several
 * processes may start at the same time. Refuses a database whose migrations are not a part of the program's own.
 */
export async function migrate(ownerUrl: string, { log, folder = MIGRATIONS }: MigrateOptions = {}): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = new Client({ connectionString: ownerUrl, application_name: 'clinic-migrate' })
  await client.connect()
  try {
    await refuseUnfit(client)
    // A lock of the session, not of a transaction: each migration commits on its own. Ending the session frees it.
    await client.query(`select pg_advisory_lock(${LOCK_KEY})`)
    const missing = await pending(client, migrations)
    await migrateJobs(client, ownerUrl)
    for (const migration of missing) {
      await apply(client, migration)
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

/** All migrations in their order. Line ends do not count: a checkout may have changed them. */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  const wrong = names.find((name, index) => !/^\d{4}_\w+\.sql$/.test(name) || sameNumber(name, names[index - 1]))
  if (wrong) throw new DatabaseRefusal(`Migration ${wrong} is not named NNNN_name.sql with a number of its own.`)
  return Promise.all(names.map(name => readMigration(folder, name)))
}

const sameNumber = (name: string, before = ''): boolean => name.slice(0, 4) === before.slice(0, 4)

async function readMigration(folder: string, name: string): Promise<Migration> {
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, sha256: createHash('sha256').update(sql).digest('hex'), sql }
}

async function pending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(`create table if not exists schema_migration (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz(3) not null default now()
  )`)
  const { rows } = await client.query<Pick<Migration, 'name' | 'sha256'>>('select name, sha256 from schema_migration')
  if (rows.some(({ name }) => name === REPLACED))
    throw new DatabaseRefusal(
      'This database was made before the first release and cannot be brought to this schema: it was left as it is; start with an empty database (another DATABASE_URL, or another DATA_DIR).',
    )
  for (const { name, sha256 } of rows) {
    const known = migrations.find(migration => migration.name === name)
    if (!known)
      throw new DatabaseRefusal(`The database has migration ${name}, which this program does not know: it is newer.`)
    if (known.sha256 !== sha256)
      throw new DatabaseRefusal(`Migration ${name} has changed since it was applied to this database.`)
  }
  return migrations.filter(migration => !rows.some(row => row.name === migration.name))
}

async function apply(client: Client, { name, sha256, sql }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseRefusal(`Migration ${name} failed and left nothing behind: ${reason}`, { cause: error })
  }
}
