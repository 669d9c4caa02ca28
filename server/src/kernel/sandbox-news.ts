import type { SharedConnections } from '../db/driver.ts'
import { Listener } from '../db/listener.ts'
import { sql } from '../db/statement.ts'

/** Told after every write of a sandbox clinic, with its id. */
const CHANNEL = 'sandbox_news'
/** One message speaks for all clinics that were written in so long. */
const AT_MOST_EVERY_MS = 20
/** More requests than that do not wait in one process: they are answered as if they had not asked to. */
const MOST_WAITING = 1_000

const notify = sql(`select pg_notify('${CHANNEL}', id) from unnest($1::text[]) as id`)

/** Tells that something was written in a sandbox clinic; one message for all that is told shortly after another. */
export function sandboxCall(connections: SharedConnections): (companyId: string) => void {
  const waiting = new Set<string>()
  return companyId => {
    waiting.add(companyId)
    if (waiting.size > 1) return
    setTimeout(() => {
      const ids = [...waiting]
      waiting.clear()
      connections.run(notify([ids])).catch(() => undefined)
    }, AT_MOST_EVERY_MS).unref()
  }
}

/**
 * Lets requests wait for what is written in a sandbox clinic. However many wait, none of them asks the database before
 * there is something to ask for; all of them end when the process does.
 */
export class SandboxNews {
  readonly #listener: Listener
  readonly #waiting = new Map<string, Set<() => void>>()
  #count = 0
  #closed = false

  constructor(listenUrl: string) {
    this.#listener = new Listener(listenUrl, { [CHANNEL]: id => this.#wake(id) }, () => this.#wakeAll())
  }

  start(): Promise<void> {
    return this.#listener.start()
  }

  /** Resolves once something was written in the clinic, after so long, or when no request can wait any more. */
  wait(companyId: string, ms: number): Promise<void> {
    if (this.#closed || this.#count >= MOST_WAITING) return Promise.resolve()
    return new Promise(resolve => {
      const waiting = this.#waiting.get(companyId) ?? new Set()
      this.#waiting.set(companyId, waiting)
      const done = () => {
        clearTimeout(timer)
        if (!waiting.delete(done)) return
        this.#count--
        if (waiting.size === 0) this.#waiting.delete(companyId)
        resolve()
      }
      const timer = setTimeout(done, ms)
      waiting.add(done)
      this.#count++
    })
  }

  /** Whether requests may wait at all. */
  get isOpen(): boolean {
    return !this.#closed && this.#count < MOST_WAITING
  }

  /** Ends all that wait: the process is about to end. */
  endWaiting(): void {
    this.#closed = true
    this.#wakeAll()
  }

  close(): Promise<void> {
    this.endWaiting()
    return this.#listener.close()
  }

  #wake(companyId: string): void {
    for (const done of [...(this.#waiting.get(companyId) ?? [])]) done()
  }

  #wakeAll(): void {
    for (const companyId of [...this.#waiting.keys()]) this.#wake(companyId)
  }
}
