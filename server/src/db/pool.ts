import pg from 'pg'
import { asDatabaseError } from './database-errors.ts'
import { rememberPooler } from './pooled-texts.ts'
import { type SessionSettings, sessionOptions } from './session.ts'
import { pgTypes } from './types.ts'

/** A report may take longer than anything else, and waits longer to begin. */
export const REPORT_WAIT_MS = 15_000

const CONNECT_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 60_000

/** A connection of the product, whichever driver opens it; `settings` are those of the session beyond what all have. */
export const clientOptions = (url: string, name: string, settings: SessionSettings = {}) => ({
  connectionString: url,
  application_name: name,
  types: pgTypes,
  options: sessionOptions(url, settings),
  keepAlive: true,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
})

export interface PoolOptions {
  url: string
  name: string
  size: number
  /** How long a caller that finds no connection free waits for one. */
  waitMs?: number | undefined
  settings?: SessionSettings
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
  pool.on('connect', client => {
    client.on('error', () => undefined)
    rememberPooler(client, url)
  })
  return pool
}

/** Ends the pool when what its connections do has come back; again it does nothing. */
export const closePool = async (pool: pg.Pool): Promise<void> => {
  if (!pool.ending) await pool.end()
}

/** A connection of the pool, for the caller alone until it is released. */
export const takeConnection = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch(error => Promise.reject(asDatabaseError(error)))
