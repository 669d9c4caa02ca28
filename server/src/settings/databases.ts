import { startEmbedded } from '../db/embedded.ts'
import { migrate, type Waiting } from '../db/migrate.ts'
import { DatabaseRefusal } from '../db/refusal.ts'
import { requireMigrated } from '../db/require-migrated.ts'
import { ensureLoginRole, type LoginRole, loginUrl } from '../db/roles.ts'
import { withClient } from '../db/with-client.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { type Control, type DatabaseUrls, GROUPS, NO_LOGINS } from './database-urls.ts'
import type { Env } from './env.ts'
import { SettingError } from './readers.ts'

export interface Databases extends DatabaseUrls {
  /**
   * Owns the schema: migrations, demo data and operators' commands. No process that serves requests has it, and with
   * MIGRATE=off none at all: then it is empty.
   */
  owner: string
  /** What of the schema waits for backfills, which a worker does. */
  waiting: readonly Waiting[]
  stop(): Promise<void>
}

/** Starts or finds the database, brings its schema up to date and makes the logins; with MIGRATE=off all is there, or it refuses. */
export async function openDatabases(env: Env, box: SecretBox, log: (line: string) => void): Promise<Databases> {
  if (!env.MIGRATE) for (const name of ['DATABASE_URL', 'CONTROL_DATABASE_URL'] as const) refuseLogin(name, env[name])
  const embedded = env.DATABASE_URL ? undefined : await startEmbedded({ dataDir: env.DATA_DIR, log })
  const url = embedded?.url ?? env.DATABASE_URL
  try {
    const waiting = env.MIGRATE ? await migrate(url, { log }) : []
    for (const { name, backfills } of waiting)
      log(`${name} waits for the backfill ${backfills.join(', ')}, which the worker does; nothing else waits for it`)
    const logins = await (env.MIGRATE ? prepared(url, env, box) : found(url, box, log))
    return { owner: env.MIGRATE ? url : '', waiting, ...logins, stop: async () => embedded?.stop() }
  } catch (error) {
    await embedded?.stop()
    throw unconnected(error) ?? error
  }
}

/** The same for processes that serve: those of a cell know where control is. */
export async function openServing(env: Env, box: SecretBox, log: (line: string) => void): Promise<Databases> {
  const databases = await openDatabases(env, box, log)
  try {
    return { ...databases, control: await controlOf(databases.app, env, box) }
  } catch (error) {
    await databases.stop()
    throw error
  }
}

async function prepared(ownerUrl: string, env: Retention, box: SecretBox): Promise<DatabaseUrls> {
  await setRetention(ownerUrl, env)
  return eachLogin(box, login => ensureLoginRole(ownerUrl, login))
}

async function found(url: string, box: SecretBox, log: (line: string) => void): Promise<DatabaseUrls> {
  const logins = await eachLogin(box, async login => loginUrl(url, login))
  await requireMigrated(logins.app, { log })
  return logins
}

async function eachLogin(box: SecretBox, urlOf: (login: LoginRole) => Promise<string>): Promise<DatabaseUrls> {
  const urls = Object.entries(GROUPS).map(
    async ([name, group]) => [name, await urlOf({ group, password: box.password(group) })] as const,
  )
  return { ...NO_LOGINS, ...Object.fromEntries(await Promise.all(urls)) }
}

/** Where control is, for a cell; nothing where it is here. A cell without it, or one that has not joined yet, does not start. */
async function controlOf(
  appUrl: string,
  { CONTROL_DATABASE_URL: url }: Env,
  box: SecretBox,
): Promise<Control | undefined> {
  const cell = await withClient(appUrl, client => client.query<{ name: string }>('select name from this_cell')).then(
    ({ rows }) => rows[0]?.name,
  )
  if (url === '' && cell === undefined) return undefined
  if (url === '') throw new DatabaseRefusal(`This database is the cell ${cell}: set CONTROL_DATABASE_URL.`)
  if (cell === undefined)
    throw new DatabaseRefusal(
      'This database is no cell of CONTROL_DATABASE_URL yet: npm run clinic -- cell join <name>.',
    )
  return { url: loginUrl(url, { group: GROUPS.app, password: box.password(GROUPS.app) }), cell }
}

/** Who does not migrate has no need of the owner's login, and then it is not lying about in its environment. */
function refuseLogin(name: string, url: string): void {
  if (url !== '' && (new URL(url).username !== '' || new URL(url).password !== ''))
    throw new SettingError(
      `${name} must name no login where MIGRATE is off: postgres://host/database, since every process has a login of its own.`,
    )
}

type Retention = Pick<Env, 'WEBHOOK_DELIVERY_RETENTION_DAYS' | 'AUDIT_RETENTION_MONTHS'>

/** Writes down, as the owner, how long what grows is kept: no login of the application may say so. */
export async function setRetention(ownerUrl: string, env: Retention): Promise<void> {
  await withClient(ownerUrl, client =>
    client.query('update retention set delivery_days = $1, audit_months = $2', [
      env.WEBHOOK_DELIVERY_RETENTION_DAYS,
      env.AUDIT_RETENTION_MONTHS,
    ]),
  )
}

/** No network, no such server, no login, no such database: what is wrong is the address that the operator gave. */
const NO_CONNECTION = /^(?:E[A-Z]+|28\w{3}|3D000)$/

function unconnected(error: unknown): DatabaseRefusal | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return NO_CONNECTION.test(code) ? new DatabaseRefusal(`DATABASE_URL cannot be connected to (${code}).`) : undefined
}

/** Whether the database has a clinic yet. */
export const hasClinics = (ownerUrl: string): Promise<boolean> =>
  withClient(ownerUrl, async client => (await client.query('select from clinic limit 1')).rowCount === 1)
