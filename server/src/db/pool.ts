import type { Socket } from 'node:net'
import pg from 'pg'
import type { Statement } from './statement.ts'
import { pgTypes } from './types.ts'

export type Row = Record<string, unknown>

const SESSION =
  '-c timezone=UTC -c datestyle=ISO,YMD -c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000'

const clientOptions = (url: string, name: string, extra = '') => ({
  connectionString: url,
  application_name: name,
  types: pgTypes,
  options: `${SESSION} ${extra}`.trim(),
  keepAlive: true,
  connectionTimeoutMillis: 5000,
})

/** pg may change a query's values while it sends them, so it gets an array of its own only where it would. */
const send = (client: pg.ClientBase, { name, text, values }: Statement) =>
  client.query<Row>({ name, text, values: values as unknown[] })

/** Sends all statements in one packet, so that they are one system call here and one wake-up of the server. */
function sendTogether(client: pg.ClientBase, statements: readonly Statement[]): Promise<pg.QueryResult<Row>>[] {
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection
  stream.cork()
  const results = statements.map(statement => send(client, statement))
  stream.uncork()
  return results
}

/**
 * A few connections shared by everybody for statements that stand alone. Statements are pipelined: a burst handed over
 * at once is one round trip, and no other statement can come between.
 */
export class SharedConnections {
  readonly #options: pg.ClientConfig
  readonly #lanes: Lane[]
  #closed = false

  constructor(url: string, name: string, count: number, extra = '') {
    this.#options = { ...clientOptions(url, name, extra), pipeline: true }
    this.#lanes = Array.from({ length: count }, () => ({ inFlight: 0 }))
  }

  /** Runs the statements one after the other on one connection; answers the rows of the last. */
  async burst(statements: readonly Statement[]): Promise<Row[]> {
    const lane = this.#leastBusy()
    lane.inFlight++
    try {
      const client = lane.client ?? (await this.#connect(lane))
      const results = await Promise.all(sendTogether(client, statements))
      return results[results.length - 1]?.rows ?? []
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
    if (this.#closed) throw new Error('The connections are closed.')
    const client = new pg.Client(this.#options)
    const forget = () => {
      if (lane.client === client) lane.client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    await client.connect()
    lane.client = client
    return client
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#lanes.map(lane => lane.client?.end()))
  }
}

interface Lane {
  inFlight: number
  client?: pg.Client | undefined
  connecting?: Promise<pg.Client> | undefined
}

/** Connections for transactions: one at a time belongs to one transaction. */
export function transactionPool(url: string, name: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...clientOptions(url, name),
    pipeline: true,
    max: size,
    idleTimeoutMillis: 60_000,
  } as pg.PoolConfig)
  // A connection that the server ends is dropped by the pool, and whoever was using it sees its own statement fail.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

export { send, sendTogether }
