import { Listener } from '../db/listener.ts'
import { clinicsCalled, LIVE_CHANNEL } from './live-call.ts'

/** More requests than that do not wait in one process: they are answered as if they had not asked to. */
const MOST_WAITING = 1_000

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
    this.#listener = new Listener(listenUrl, { [LIVE_CHANNEL]: ids => this.#wakeThose(ids) }, () => this.#wakeAll())
  }

  start(): Promise<void> {
    return this.#listener.start()
  }

  /** Resolves once something was written in the clinic, or after so long; says whether it may be waited for once more. */
  wait(companyId: string, ms: number): Promise<boolean> {
    if (this.#closed || this.#count >= MOST_WAITING) return Promise.resolve(false)
    return new Promise(resolve => {
      const waiting = this.#waiting.get(companyId) ?? new Set()
      this.#waiting.set(companyId, waiting)
      const done = () => {
        clearTimeout(timer)
        if (!waiting.delete(done)) return
        this.#count--
        if (waiting.size === 0) this.#waiting.delete(companyId)
        resolve(!this.#closed)
      }
      const timer = setTimeout(done, ms)
      waiting.add(done)
      this.#count++
    })
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

  #wakeThose(payload: string): void {
    for (const companyId of clinicsCalled(payload)) this.#wake(companyId)
  }

  #wake(companyId: string): void {
    for (const done of [...(this.#waiting.get(companyId) ?? [])]) done()
  }

  #wakeAll(): void {
    for (const companyId of [...this.#waiting.keys()]) this.#wake(companyId)
  }
}
