import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Mark, markOrNone } from './migration-marks.ts'
import { DatabaseRefusal } from './refusal.ts'

export const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** What a database remembers of a migration. */
export interface Applied extends Pick<Mark, 'additive' | 'since'> {
  name: string
  sha256: string
}

export interface Migration extends Applied, Mark {
  sql: string
}

/** How a database and a program differ. */
interface Difference {
  /** What the database lacks, in order. */
  missing: Migration[]
  /** What of that the program does not run without: all that does not wait for a backfill. */
  needed: Migration[]
  /** What the program does not know, and runs on all the same. */
  newer: string[]
}

/** The first of those migrations that were replaced, once, by the present ones before the first release. */
const REPLACED = '0001_roles.sql'

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
  const sha256 = createHash('sha256').update(sql).digest('hex')
  return { name, sha256, sql, ...markOrNone(sql) }
}

/**
 * Compares what a database has with what the program brings. Refuses a database that was changed in another way, and a newer
 * one unless the program misses nothing of what that took away and runs without what it lacks.
 */
export function differenceOf(migrations: readonly Migration[], applied: readonly Applied[]): Difference {
  if (applied.some(({ name }) => name === REPLACED))
    throw new DatabaseRefusal(
      'This database was made before the first release and cannot be brought to this schema: it was left as it is; start with an empty database (another DATABASE_URL, or another DATA_DIR).',
    )
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const changed = applied.find(({ name, sha256 }) => known.has(name) && known.get(name) !== sha256)
  if (changed) throw new DatabaseRefusal(`Migration ${changed.name} has changed since it was applied to this database.`)
  const missing = migrations.filter(({ name }) => !applied.some(one => one.name === name))
  const needed = missing.filter(({ after }) => after.length === 0)
  const newer = applied.filter(({ name }) => !known.has(name))
  const has = (number: string | null): boolean => migrations.some(({ name }) => name.slice(0, 4) === number)
  const unfit = newer.find(({ additive, since }) => !(additive || has(since)) || needed.length > 0)
  if (unfit)
    throw new DatabaseRefusal(
      `The database has migration ${unfit.name}, which this program does not know: it is newer.`,
    )
  return { missing, needed, newer: newer.map(({ name }) => name).sort() }
}

/** Says that the program runs on a database of a newer one. */
export const tellNewer = (newer: readonly string[], log?: (line: string) => void): void => {
  if (newer.length > 0) log?.(`the database is newer, and this program runs on it: ${newer.join(', ')}`)
}
