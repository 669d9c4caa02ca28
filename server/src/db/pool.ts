import pg from 'pg'
import { asDatabaseError } from './database-errors.ts'
import { pgTypes } from './types.ts'

/** How sessions of the product are set, whichever driver opens them. */

const SESSION =
  '-c timezone=UTC -c datestyle=ISO,YMD -c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000'

/**
 * What a reader reads is found by an index, whatever the values are. PostgreSQL would now and then think it worth its while
 * to plan each time anew for them, which costs as much as the reading.
 */
export const READER_SESSION = '-c default_transaction_read_only=on -c plan_cache_mode=force_generic_plan'

/** A report is planned for what it asks: whether a day or a year of the clinic is read makes another plan the best. */
export const REPORT_SESSION =
  '-c default_transaction_read_only=on -c statement_timeout=60000 -c plan_cache_mode=force_custom_plan -c jit=off'

/** A report may take longer than anything else, and waits longer to begin. */
export const REPORT_WAIT_MS = 15_000

const CONNECT_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 60_000

/** A connection of the product; `settings` are those of the session beyond what all have, as `-c name=value`. */
export const clientOptions = (url: string, name: string, settings = '') => ({
  connectionString: url,
  application_name: name,
  types: pgTypes,
  options: `${SESSION} ${settings}`.trim(),
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
})

export interface PoolOptions {
  url: string
  name: string
  size: number
  /** How long a caller that finds no connection free waits for one. */
  waitMs?: number | undefined
  settings?: string
  /** Statements are sent without waiting for the answers of those before. */
  pipeline?: boolean
}

/** Connections of which each serves one caller at a time. They are made when first needed. */
export function openPool({ url, name, size, waitMs, settings, pipeline = false }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...clientOptions(url, name, settings),
    connectionTimeoutMillis: waitMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    max: size,
    // pg publishes no type for this one.
    ...{ pipeline },
  })
  // The pool drops a connection that the server ends, and the caller that used it sees its own statement fail.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

/** Ends the pool when what its connections do has come back; again it does nothing. */
export const closePool = async (pool: pg.Pool): Promise<void> => {
  if (!pool.ending) await pool.end()
}

/** A connection of the pool, for the caller alone until it is released. */
export const takeConnection = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch(error => Promise.reject(asDatabaseError(error)))
