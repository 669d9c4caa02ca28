import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pg from 'pg'

const ignore = (): void => undefined

/**
 * Brings the job queue's own schema up to date, which the product's migrations then grant rights on. What it was brought
 * to is written on the schema, so that a start with nothing to do need not load the queue.
 */
export async function migrateJobs(owner: pg.Client, ownerUrl: string): Promise<void> {
  const version = await versionOfQueue()
  if (!isBehind(await versionOfSchema(owner), version)) return
  await runQueueMigrations(ownerUrl)
  await owner.query(`comment on schema graphile_worker is ${owner.escapeLiteral(version)}`)
}

/** The version that the queue's schema would have to be brought to first, as `graphile-worker 0.17.0`. */
export async function missingOfJobs(client: pg.Client): Promise<string | undefined> {
  const version = await versionOfQueue()
  return isBehind(await versionOfSchema(client), version) ? version : undefined
}

/** A newer program may have brought it further: the queue itself refuses what it could not work with. */
function isBehind(found: string | null | undefined, wanted: string): boolean {
  const [has = [], needs = []] = [found ?? '', wanted].map(text => text.split(/\D+/).slice(1).map(Number))
  const differs = needs.findIndex((number, at) => number !== has[at])
  return differs >= 0 && (has[differs] ?? -1) < (needs[differs] ?? 0)
}

async function versionOfQueue(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('graphile-worker')
  const { version }: { version: string } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8'))
  return `graphile-worker ${version}`
}

async function versionOfSchema(client: pg.Client): Promise<string | null | undefined> {
  const { rows } = await client.query<{ version: string | null }>(
    `select obj_description(to_regnamespace('graphile_worker'), 'pg_namespace') as version`,
  )
  return rows[0]?.version
}

async function runQueueMigrations(ownerUrl: string): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker')
  const pool = new pg.Pool({ connectionString: ownerUrl, application_name: 'clinic-migrate', max: 1 })
  pool.on('error', ignore).on('connect', client => client.on('error', ignore))
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => ignore) })
  } finally {
    await pool.end()
  }
}
