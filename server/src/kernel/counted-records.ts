const WHILE_MS = 60 * 60_000
const LOOK_EVERY_MS = 60_000
const MAX_KEYS = 10_000

/** Makes one record that stands for so many times. */
type Make = (times: number) => Promise<unknown>

interface Counted {
  make: Make
  since: number
  /** How often since the record before. */
  more: number
}

/**
 * Records what a stranger may repeat without end: the first time immediately, and what follows of the same within an hour as
 * one record of how often. No answer waits for it, so it tells no stranger whether there is something to record. What is
 * counted when the process is killed is lost; when it is closed, or when more is counted than is kept, it is recorded early.
 */
export class CountedRecords {
  readonly #counted = new Map<string, Counted>()
  readonly #making = new Set<Promise<unknown>>()
  readonly #now: () => number
  readonly #timer = setInterval(() => this.endOld(), LOOK_EVERY_MS).unref()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  add(key: string, make: Make): void {
    const known = this.#counted.get(key)
    if (known) known.more += 1
    else {
      this.#make(make, 1)
      this.#counted.set(key, { make, since: this.#now(), more: 0 })
      const [oldest] = this.#counted.keys()
      if (this.#counted.size > MAX_KEYS && oldest !== undefined) this.#forget(oldest)
    }
  }

  /** Records how often what began an hour ago has come again; what comes next is a first time. */
  endOld(): void {
    this.#end(this.#now() - WHILE_MS)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#end(Number.POSITIVE_INFINITY)
    await Promise.all(this.#making)
  }

  #end(before: number): void {
    for (const [key, { since }] of [...this.#counted]) if (since <= before) this.#forget(key)
  }

  #forget(key: string): void {
    const counted = this.#counted.get(key)
    this.#counted.delete(key)
    if (counted && counted.more > 0) this.#make(counted.make, counted.more)
  }

  /** What the database does not take is not tried again: nothing was done that the record would be missing for. */
  #make(make: Make, times: number): void {
    const making = make(times).catch(() => undefined)
    this.#making.add(making)
    making.finally(() => this.#making.delete(making))
  }
}
