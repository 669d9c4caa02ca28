import { isOutdatedStatement } from './database-errors.ts'
import { Lane } from './lane.ts'
import { sharedOptions } from './pool.ts'
import type { Row } from './row-reader.ts'
import { type Ready, type Result, ready, sendReady } from './send-group.ts'
import type { Statement } from './statement.ts'

/** A reader waits for the slowest of its burst. */
const MOST_TOGETHER = 16

interface Reading {
  statements: readonly [Ready, Ready]
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}

/**
 * A few read-only connections shared by everybody. What comes in while all are busy goes out together in one message
 * group, one transaction and one answer as soon as one is free, because under load packets and transactions cost more
 * than the reading itself. A reading therefore opens with a statement that sets all that it depends on, such as its clinic.
 */
export class SharedReaders {
  readonly #lanes: readonly Lane[]
  readonly #free: Lane[]
  #waiting: Reading[] = []
  #woken = false

  constructor(url: string, name: string, count: number) {
    const options = sharedOptions(url, name, '-c default_transaction_read_only=on')
    this.#lanes = Array.from({ length: count }, () => new Lane(options))
    this.#free = [...this.#lanes]
  }

  /** Runs a statement after the one that sets what it depends on; answers its rows, as the caller types them. */
  async run<Output = Row>(opening: Statement, statement: Statement): Promise<Output[]> {
    const both = [ready(opening), ready(statement)] as const
    try {
      return (await this.#read(both)) as Output[]
    } catch (error) {
      // A table was altered.
      if (isOutdatedStatement(error)) return (await this.#read(both)) as Output[]
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

  /** Shares what waits among the lanes that are free. */
  #send(): void {
    while (this.#waiting.length > 0) {
      const share = Math.min(Math.ceil(this.#waiting.length / this.#free.length), MOST_TOGETHER)
      const lane = this.#free.pop()
      if (!lane) return
      void this.#burst(lane, this.#waiting.splice(0, share)).finally(() => {
        this.#free.push(lane)
        this.#send()
      })
    }
  }

  async #burst(lane: Lane, burst: Reading[]): Promise<void> {
    try {
      const client = await lane.connection()
      const [statements, answer] = [burst.flatMap(one => one.statements), answerInTurn(burst)]
      const outcome = await sendReady(client, statements, answer)
      if ('error' in outcome) burst.shift()?.reject(outcome.error)
      // After a failure PostgreSQL skips the rest of a group: who stood behind it was not asked yet, and goes first now.
      this.#waiting.unshift(...burst)
    } catch (error) {
      for (const { reject } of burst) reject(error)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(lane => lane.close()))
  }
}

/** Gives each reading the rows of its second statement as soon as they are there, and takes it from the list. */
function answerInTurn(readings: Reading[]): (result: Result) => void {
  let opened = false
  return ({ rows }) => {
    if (opened) readings.shift()?.resolve(rows)
    opened = !opened
  }
}
