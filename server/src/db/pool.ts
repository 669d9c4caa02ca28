import pg from 'pg'
import { asDatabaseError } from './database-errors.ts'
import { pgTypes } from './types.ts'

const SESSION =
  '-c timezone=UTC -c datestyle=ISO,YMD -c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000'

const CONNECT_TIMEOUT_MS = 5_000

const clientOptions = (url: string, name: string, extra = '') => ({
  connectionString: url,
  application_name: name,
  types: pgTypes,
  options: `${SESSION} ${extra}`.trim(),
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
})

/** For connections on which statements of many wait for their answers at the same time. */
export const sharedOptions = (url: string, name: string, settings = ''): pg.ClientConfig => ({
  ...clientOptions(url, name, settings),
  pipeline: true,
})

/** Connections for transactions: one at a time belongs to one transaction; who finds none free waits for `waitMs`. */
export function transactionPool(
  url: string,
  name: string,
  size: number,
  waitMs = CONNECT_TIMEOUT_MS,
  settings = '',
): pg.Pool {
  const options = { ...clientOptions(url, name, settings), connectionTimeoutMillis: waitMs, idleTimeoutMillis: 60_000 }
  const pool = new pg.Pool({ ...options, pipeline: true, max: size } as pg.PoolConfig)
  // A connection that the server ends is dropped by the pool, and whoever was using it sees its own statement fail.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

const REPORT_WAIT_MS = 15_000
/** A report is planned for what it asks: whether a day or a year of the clinic is read makes another plan the best. */
const REPORT_SESSION =
  '-c default_transaction_read_only=on -c statement_timeout=60000 -c plan_cache_mode=force_custom_plan -c jit=off'

/** Connections for reports, which may take longer than anything else, and wait longer to begin. */
export const reportPool = (url: string, name: string, size: number): pg.Pool =>
  transactionPool(url, name, size, REPORT_WAIT_MS, REPORT_SESSION)

/** A connection of the pool, for the caller alone until it is released. */
export const takeConnection = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch(error => Promise.reject(asDatabaseError(error)))
