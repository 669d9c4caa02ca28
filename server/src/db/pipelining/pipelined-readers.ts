import { isOutdatedStatement } from '../database-errors.ts'
import type { Result, Row, SharedReaders } from '../driver.ts'
import { READER_SESSION, transactionSettings } from '../session.ts'
import type { Statement } from '../statement.ts'
import { LastingConnection } from './lasting-connection.ts'
import { type Ready, ready } from './ready-statement.ts'
import { sendReady } from './send-group.ts'
import { isSwitchedOff } from './switched-off.ts'

/** A reading waits for the slowest of its burst. */
const MOST_TOGETHER = isSwitchedOff('shared-readers') ? 1 : 16

interface Reading {
  statements: readonly [Ready, Ready]
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}

/**
 * A few read-only connections that all requests share. What comes in while all are busy goes out together in one message
 * group, one transaction and one answer as soon as one is free, because under load packets and transactions cost more
 * than the reading itself. A reading therefore opens with a statement that sets all that it depends on, such as its clinic;
 * of readings that follow each other and depend on the same, the first alone. A reading that fails fails alone.
 */
export class PipelinedReaders implements SharedReaders {
  readonly #connections: readonly LastingConnection[]
  readonly #free: LastingConnection[]
  readonly #settings: readonly Ready[]
  #waiting: Reading[] = []
  #woken = false

  constructor(url: string, name: string, count: number) {
    this.#connections = Array.from({ length: count }, () => new LastingConnection(url, name, READER_SESSION))
    this.#free = [...this.#connections]
    this.#settings = [transactionSettings(url, READER_SESSION) ?? []].flat().map(ready)
  }

  async run<Found>(opening: Statement, statement: Statement<Found>): Promise<Found[]> {
    const both = [ready(opening), ready(statement)] as const
    try {
      return (await this.#read(both)) as Found[]
    } catch (error) {
      // A table was altered.
      if (isOutdatedStatement(error)) return (await this.#read(both)) as Found[]
      throw error
    }
  }

  #read(statements: readonly [Ready, Ready]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statements, resolve, reject })
      if (this.#woken || this.#free.length === 0) return
      this.#woken = true
      // All that this turn of the event loop asks for goes out together.
      setImmediate(() => {
        this.#woken = false
        this.#send()
      })
    })
  }

  /** Shares what waits among the connections that are free. */
  #send(): void {
    while (this.#waiting.length > 0) {
      const share = Math.min(Math.ceil(this.#waiting.length / this.#free.length), MOST_TOGETHER)
      const connection = this.#free.pop()
      if (!connection) return
      void this.#burst(connection, this.#waiting.splice(0, share)).finally(() => {
        this.#free.push(connection)
        this.#send()
      })
    }
  }

  async #burst(connection: LastingConnection, burst: Reading[]): Promise<void> {
    try {
      const client = await connection.client()
      const opens = burst.map((one, place) => !isSame(one.statements[0], burst[place - 1]?.statements[0]))
      const asked = burst.flatMap(({ statements: [opening, asks] }, place) => (opens[place] ? [opening, asks] : [asks]))
      const answer = answerInTurn(burst, opens, this.#settings.length)
      const outcome = await sendReady(client, [...this.#settings, ...asked], answer)
      if ('error' in outcome) burst.shift()?.reject(outcome.error)
      // After a failure PostgreSQL skips the rest of a group: the readings behind it have not run, and go first now.
      this.#waiting.unshift(...burst)
    } catch (error) {
      for (const { reject } of burst) reject(error)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map(connection => connection.close()))
  }
}

const isSame = (one: Ready, other: Ready | undefined) =>
  one.name === other?.name && one.values.every((value, place) => value === other.values[place])

/**
 * Gives each reading the rows of its second statement as soon as they are there, and takes it from the list; what is ahead
 * of them all belongs to none.
 */
function answerInTurn(readings: Reading[], opens: boolean[], ahead: number): (result: Result) => void {
  let left = ahead
  return ({ rows }) => {
    if (left-- > 0) return
    if (opens[0]) {
      opens[0] = false
      return
    }
    opens.shift()
    readings.shift()?.resolve(rows)
  }
}
