import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'

const silent = new Logger(() => () => undefined)
const ignore = (): void => undefined

/** Brings the job queue's own schema up to date, which the product's migrations then grant rights on. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, application_name: 'clinic-migrate', max: 1 })
  pool.on('error', ignore).on('connect', client => client.on('error', ignore))
  try {
    await runMigrations({ pgPool: pool, logger: silent })
  } finally {
    await pool.end()
  }
}
