/** How long something took, with what it is told apart by: words of which there are few. */
export interface Timed {
  labels: readonly string[]
  ms: number
}

/** How a call ended. */
export type Ended<Value> = { value: Value } | { error: unknown }

/** Measures calls of one kind for those who listen, as a process does that counts or traces; where none does it measures nothing. */
export class Timing {
  readonly #listeners = new Set<(timed: Timed) => void>()

  listen(hear: (timed: Timed) => void): void {
    this.#listeners.add(hear)
  }

  measure<Value>(call: () => Promise<Value>, labelsOf: (ended: Ended<Value>) => readonly string[]): Promise<Value> {
    return this.#listeners.size === 0 ? call() : this.#measured(call, labelsOf)
  }

  async #measured<Value>(
    call: () => Promise<Value>,
    labelsOf: (ended: Ended<Value>) => readonly string[],
  ): Promise<Value> {
    const since = performance.now()
    const tell = (ended: Ended<Value>) => {
      const timed = { labels: labelsOf(ended), ms: performance.now() - since }
      for (const hear of this.#listeners) hear(timed)
    }
    try {
      const value = await call()
      tell({ value })
      return value
    } catch (error) {
      tell({ error })
      throw error
    }
  }
}

/** Calls of providers outside, by who it is and how the call ended. */
export const PROVIDER_CALLS = new Timing()
/** What is recorded in the audit, one batch after the other, by whether it was. */
export const AUDIT_FLUSHES = new Timing()
