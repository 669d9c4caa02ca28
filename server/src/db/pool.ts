import pg from 'pg'
import { asDatabaseError, DatabaseUnreachable, isOutdatedStatement } from './database-errors.ts'
import { type Row, sendGroup } from './send-group.ts'
import type { Statement } from './statement.ts'
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

/**
 * A few connections shared by everybody for statements that stand alone. Statements are pipelined: many wait for their
 * answers on one connection at the same time.
 */
export class SharedConnections {
  readonly #options: pg.ClientConfig
  readonly #lanes: Lane[]
  #closed = false

  constructor(url: string, name: string, count: number, settings = '') {
    this.#options = { ...clientOptions(url, name, settings), pipeline: true }
    this.#lanes = Array.from({ length: count }, () => ({ inFlight: 0, held: false }))
  }

  /** Runs the statements as one implicit transaction in one round trip; answers the rows of the last, as the caller types them. */
  async run<Output = Row>(...statements: Statement[]): Promise<Output[]> {
    try {
      return await this.#send(statements)
    } catch (error) {
      // A group ahead on the same connection failed before it had prepared what this one uses, or a table was altered.
      if (isOutdatedStatement(error)) return this.#send(statements)
      throw error
    }
  }

  async #send<Output>(statements: Statement[]): Promise<Output[]> {
    const lane = this.#leastBusy()
    lane.inFlight++
    try {
      const client = lane.client ?? (await this.#connect(lane))
      holdBack(lane, client)
      return ((await sendGroup(client, statements)).at(-1)?.rows ?? []) as Output[]
    } finally {
      lane.inFlight--
    }
  }

  #leastBusy(): Lane {
    return this.#lanes.reduce((best, lane) => (lane.inFlight < best.inFlight ? lane : best))
  }

  /** One connection attempt per lane at a time; a lost connection is replaced by the next statement that needs it. */
  #connect(lane: Lane): Promise<pg.Client> {
    lane.connecting ??= this.#open(lane).finally(() => {
      lane.connecting = undefined
    })
    return lane.connecting
  }

  async #open(lane: Lane): Promise<pg.Client> {
    if (this.#closed) throw new DatabaseUnreachable('The connections are closed.')
    const client = new pg.Client(this.#options)
    const forget = () => {
      if (lane.client === client) lane.client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    await client.connect().catch(error => Promise.reject(asDatabaseError(error)))
    lane.client = client
    return client
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#lanes.map(({ connecting }) => connecting?.catch(() => undefined)))
    await Promise.all(this.#lanes.map(({ client }) => client?.end()))
  }
}

/** What is sent within one turn of the event loop goes out in one packet: a system call costs more than a statement. */
function holdBack(lane: Lane, client: pg.Client): void {
  if (lane.held) return
  lane.held = true
  const { stream } = client.connection
  stream.cork()
  setImmediate(() => {
    lane.held = false
    stream.uncork()
  })
}

interface Lane {
  inFlight: number
  held: boolean
  client?: pg.Client | undefined
  connecting?: Promise<pg.Client> | undefined
}

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
