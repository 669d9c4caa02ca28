import { isOutdatedStatement } from '../database-errors.ts'
import { sharedOptions } from '../pool.ts'
import type { Statement } from '../statement.ts'
import { Lane } from './lane.ts'
import type { Row } from './row-reader.ts'
import { type Ready, type Result, ready, sendReady } from './send-group.ts'

/** A reader waits for the slowest of its burst. */
const MOST_TOGETHER = 16

interface Reading {
  statements: readonly [Ready, Ready]
  resolve: (rows: Row[]) => void
  reject: (error: unknown) => void
}

/**
 * What is read here is found by an index, whatever the values are. PostgreSQL would now and then think it worth its while
 * to plan each time anew for them, which costs as much as the reading.
 */
const SESSION = '-c default_transaction_read_only=on -c plan_cache_mode=force_generic_plan'

/**
 * A few read-only connections shared by everybody. What comes in while all are busy goes out together in one message
 * group, one transaction and one answer as soon as one is free, because under load packets and transactions cost more
 * than the reading itself. A reading therefore opens with a statement that sets all that it depends on, such as its clinic;
 * of readings that follow each other and depend on the same, the first alone.
 */
export class SharedReaders {
  readonly #lanes: readonly Lane[]
  readonly #free: Lane[]
  #waiting: Reading[] = []
  #woken = false

  constructor(url: string, name: string, count: number) {
    const options = sharedOptions(url, name, SESSION)
    this.#lanes = Array.from({ length: count }, () => new Lane(options))
    this.#free = [...this.#lanes]
  }

  /** Runs a statement after the one that sets what it depends on; answers its rows. */
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
      const opens = burst.map((one, place) => !isSame(one.statements[0], burst[place - 1]?.statements[0]))
      const statements = burst.flatMap(({ statements: [opening, asked] }, place) =>
        opens[place] ? [opening, asked] : [asked],
      )
      const outcome = await sendReady(client, statements, answerInTurn(burst, opens))
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

const isSame = (one: Ready, other: Ready | undefined) =>
  one.name === other?.name && one.values.every((value, place) => value === other.values[place])

/** Gives each reading the rows of its second statement as soon as they are there, and takes it from the list. */
function answerInTurn(readings: Reading[], opens: boolean[]): (result: Result) => void {
  return ({ rows }) => {
    if (opens[0]) {
      opens[0] = false
      return
    }
    opens.shift()
    readings.shift()?.resolve(rows)
  }
}
