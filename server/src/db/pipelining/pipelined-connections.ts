import type pg from 'pg'
import { isOutdatedStatement } from '../database-errors.ts'
import type { SharedConnections } from '../driver.ts'
import { type SessionSettings, transactionSettings } from '../session.ts'
import type { Statement } from '../statement.ts'
import type { CommandResult } from '../transaction-pool.ts'
import { LastingConnection } from './lasting-connection.ts'
import { sendGroup } from './send-group.ts'
import { isSwitchedOff } from './switched-off.ts'

interface Shared {
  connection: LastingConnection
  inFlight: number
  held: boolean
}

/**
 * A few connections that all requests share for statements that stand alone. The statements of a call are one message group
 * and one transaction; many groups wait for their answers on one connection at the same time, each for its own.
 */
export class PipelinedConnections implements SharedConnections {
  readonly #connections: readonly Shared[]
  readonly #settings: Statement | undefined

  constructor(url: string, name: string, count: number, settings: SessionSettings = {}) {
    this.#settings = transactionSettings(url, settings)
    this.#connections = Array.from({ length: count }, () => ({
      connection: new LastingConnection(url, name, settings),
      inFlight: 0,
      held: false,
    }))
  }

  async run<Found>(...statements: [...Statement[], Statement<Found>]): Promise<Found[]> {
    return (await this.#results(statements)).at(-1)?.rows as Found[]
  }

  async count(statement: Statement): Promise<number> {
    return (await this.#results([statement])).at(-1)?.count ?? 0
  }

  async #results(statements: Statement[]): Promise<CommandResult[]> {
    try {
      return await this.#send(statements)
    } catch (error) {
      // A group ahead on the same connection failed before it had prepared what this one uses, or a table was altered.
      if (isOutdatedStatement(error)) return this.#send(statements)
      throw error
    }
  }

  async #send(statements: Statement[]): Promise<CommandResult[]> {
    const shared = this.#leastBusy()
    shared.inFlight++
    try {
      const client = await shared.connection.client()
      holdBack(shared, client)
      return await sendGroup(client, this.#settings ? [this.#settings, ...statements] : statements)
    } finally {
      shared.inFlight--
    }
  }

  #leastBusy(): Shared {
    return this.#connections.reduce((best, one) => (one.inFlight < best.inFlight ? one : best))
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map(({ connection }) => connection.close()))
  }
}

const inOnePacket = !isSwitchedOff('one-packet')

/** What is sent within one turn of the event loop goes out in one packet: a system call costs more than a statement. */
function holdBack(shared: Shared, client: pg.Client): void {
  if (shared.held || !inOnePacket) return
  shared.held = true
  const { stream } = client.connection
  stream.cork()
  setImmediate(() => {
    shared.held = false
    stream.uncork()
  })
}
