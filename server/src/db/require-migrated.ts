import { Client, DatabaseError } from 'pg'
import { appliedTo } from './migrate.ts'
import { missingOfJobs } from './migrate-jobs.ts'
import { differenceOf, MIGRATIONS, readMigrations, tellNewer } from './migrations.ts'
import { DatabaseRefusal } from './refusal.ts'

interface Options {
  log?: (line: string) => void
  folder?: string
}

/** What a program does not find, or may not read, in a database that was never brought so far that it could ask. */
const NOT_SO_FAR = ['42P01', '42501', '42703']
const NO_LOGIN = ['28P01', '28000']
const HOW = 'run npm run db:migrate as the owner of the database, then start again'

/**
 * Refuses a database that is not at this program's schema, and changes nothing in it; any login of the application will do.
 * What is newer in it is taken where the program misses nothing of what that took away, and what waits for a backfill is waited for.
 */
export async function requireMigrated(url: string, { log, folder = MIGRATIONS }: Options = {}): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = new Client({ connectionString: url, application_name: 'clinic-schema' })
  await client.connect().catch(error => Promise.reject(refusalFor(error)))
  try {
    const { needed, newer } = differenceOf(migrations, await appliedTo(client))
    const queue = await missingOfJobs(client)
    const names = [...needed.map(({ name }) => name), ...(queue === undefined ? [] : [queue])]
    if (names.length > 0) throw new DatabaseRefusal(`MIGRATE is off, and the database lacks ${inShort(names)}: ${HOW}.`)
    tellNewer(newer, log)
  } catch (error) {
    throw refusalFor(error)
  } finally {
    await client.end()
  }
}

const inShort = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more, ${others.at(-1)} the last`

function refusalFor(error: unknown): unknown {
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  if (NOT_SO_FAR.includes(code))
    return new DatabaseRefusal(`MIGRATE is off, and the database was not brought to this program's schema: ${HOW}.`)
  if (NO_LOGIN.includes(code))
    return new DatabaseRefusal(
      `MIGRATE is off, and the database does not know the platform's login, or under another SECRET_KEY: ${HOW}.`,
    )
  return error
}
