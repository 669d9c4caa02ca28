import { Client } from 'pg'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { DatabaseRefusal } from '../db/refusal.ts'
import { ensureLoginRole } from '../db/roles.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { type DatabaseUrls, GROUPS, NO_LOGINS } from './database-urls.ts'
import type { Env } from './env.ts'

export interface Databases extends DatabaseUrls {
  /** Owns the schema: migrations, demo data and operators' commands. No process that serves requests has it. */
  owner: string
  stop(): Promise<void>
}

/** Starts or finds the database, brings its schema up to date and makes the logins. */
export async function openDatabases(env: Env, box: SecretBox, log: (line: string) => void): Promise<Databases> {
  const embedded = env.DATABASE_URL ? undefined : await startEmbedded({ dataDir: env.DATA_DIR, log })
  const owner = embedded?.url ?? env.DATABASE_URL
  try {
    await migrate(owner, { log })
    await setRetention(owner, env)
    const login = (group: string) => ensureLoginRole(owner, { group, password: box.password(group) })
    const urls = Object.entries(GROUPS).map(async ([name, group]) => [name, await login(group)] as const)
    const logins: DatabaseUrls = { ...NO_LOGINS, ...Object.fromEntries(await Promise.all(urls)) }
    return { owner, ...logins, stop: async () => embedded?.stop() }
  } catch (error) {
    await embedded?.stop()
    throw unconnected(error) ?? error
  }
}

type Retention = Pick<Env, 'WEBHOOK_DELIVERY_RETENTION_DAYS' | 'AUDIT_RETENTION_MONTHS'>

/** Writes down, as the owner, how long what grows is kept: no login of the application may say so. */
export async function setRetention(ownerUrl: string, env: Retention): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('update retention set delivery_days = $1, audit_months = $2', [
      env.WEBHOOK_DELIVERY_RETENTION_DAYS,
      env.AUDIT_RETENTION_MONTHS,
    ])
  } finally {
    await client.end()
  }
}

/** No network, no such server, no login, no such database: what is wrong is the address that the operator gave. */
const NO_CONNECTION = /^(?:E[A-Z]+|28\w{3}|3D000)$/

function unconnected(error: unknown): DatabaseRefusal | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return NO_CONNECTION.test(code) ? new DatabaseRefusal(`DATABASE_URL cannot be connected to (${code}).`) : undefined
}

/** Whether the database has a clinic yet. */
export async function hasClinics(ownerUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return (await client.query('select from clinic limit 1')).rowCount === 1
  } finally {
    await client.end()
  }
}
