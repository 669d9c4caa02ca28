import type pg from 'pg'
import { isOutdatedStatement } from '../database-errors.ts'
import { sharedOptions } from '../pool.ts'
import type { Statement } from '../statement.ts'
import { Lane } from './lane.ts'
import { type Result, sendGroup } from './send-group.ts'

interface Shared {
  lane: Lane
  inFlight: number
  held: boolean
}

/**
 * A few connections shared by everybody for statements that stand alone. Statements are pipelined: many wait for their
 * answers on one connection at the same time.
 */
export class SharedConnections {
  readonly #lanes: readonly Shared[]

  constructor(url: string, name: string, count: number, settings = '') {
    const options = sharedOptions(url, name, settings)
    this.#lanes = Array.from({ length: count }, () => ({ lane: new Lane(options), inFlight: 0, held: false }))
  }

  /** Runs the statements as one implicit transaction in one round trip; answers the last one's rows. */
  async run<Row>(...statements: [...Statement[], Statement<Row>]): Promise<Row[]> {
    return (await this.#results(statements)).at(-1)?.rows as Row[]
  }

  /** Runs a statement; answers how many rows it inserted, changed or deleted. */
  async count(statement: Statement): Promise<number> {
    return (await this.#results([statement])).at(-1)?.count ?? 0
  }

  async #results(statements: Statement[]): Promise<Result[]> {
    try {
      return await this.#send(statements)
    } catch (error) {
      // A group ahead on the same connection failed before it had prepared what this one uses, or a table was altered.
      if (isOutdatedStatement(error)) return this.#send(statements)
      throw error
    }
  }

  async #send(statements: Statement[]): Promise<Result[]> {
    const shared = this.#leastBusy()
    shared.inFlight++
    try {
      const client = await shared.lane.connection()
      holdBack(shared, client)
      return await sendGroup(client, statements)
    } finally {
      shared.inFlight--
    }
  }

  #leastBusy(): Shared {
    return this.#lanes.reduce((best, one) => (one.inFlight < best.inFlight ? one : best))
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(({ lane }) => lane.close()))
  }
}

/** What is sent within one turn of the event loop goes out in one packet: a system call costs more than a statement. */
function holdBack(shared: Shared, client: pg.Client): void {
  if (shared.held) return
  shared.held = true
  const { stream } = client.connection
  stream.cork()
  setImmediate(() => {
    shared.held = false
    stream.uncork()
  })
}
