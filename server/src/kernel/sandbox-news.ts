import { Listener } from '../db/listener.ts'
import { clinicsCalled, LIVE_CHANNEL } from './live-call.ts'

/** More requests than that do not wait in one process: they are answered as if they had not asked to. */
const MOST_WAITING = 1_000

/** What a wait ended with: something was written, the time was over, or no request waits any more. */
export type Heard = 'news' | 'silence' | 'over'

/** Hears what is written in a clinic, from when it begins to when it ends. Begin before reading what is waited for. */
export interface News {
  /** Resolves once something was written since it began or was last asked, or after so long. */
  next(ms: number): Promise<Heard>
  end(): void
}

const TOO_MANY: News = { next: async () => 'over', end: () => undefined }

/** Of one request: what comes while it reads is kept for when it asks. */
class Ear implements News {
  readonly #stopListening: () => void
  #heard: Heard = 'silence'
  #wake: (() => void) | undefined

  constructor(stopListening: () => void) {
    this.#stopListening = stopListening
  }

  async next(ms: number): Promise<Heard> {
    if (this.#heard === 'silence') await this.#wait(ms)
    const heard = this.#heard
    if (heard === 'news') this.#heard = 'silence'
    return heard
  }

  tell(what: Exclude<Heard, 'silence'>): void {
    this.#heard = what
    this.#wake?.()
  }

  end(): void {
    this.#stopListening()
  }

  #wait(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/**
 * Lets requests wait for what is written in a sandbox clinic. However many wait, none of them asks the database before
 * there is something to ask for; all of them end when the process does.
 */
export class SandboxNews {
  readonly #listener: Listener
  readonly #ears = new Map<string, Set<Ear>>()
  #count = 0
  #closed = false

  constructor(listenUrl: string) {
    this.#listener = new Listener(listenUrl, { [LIVE_CHANNEL]: ids => this.#tellThose(ids) }, () =>
      this.#tellAll('news'),
    )
  }

  start(): Promise<void> {
    return this.#listener.start()
  }

  /** Hears what is written in the clinic from now on. */
  of(companyId: string): News {
    if (this.#closed || this.#count >= MOST_WAITING) return TOO_MANY
    const ears = this.#ears.get(companyId) ?? new Set()
    const ear: Ear = new Ear(() => this.#forget(companyId, ear))
    this.#ears.set(companyId, ears.add(ear))
    this.#count++
    return ear
  }

  /** Ends all that wait: the process is about to end. */
  endWaiting(): void {
    this.#closed = true
    this.#tellAll('over')
  }

  close(): Promise<void> {
    this.endWaiting()
    return this.#listener.close()
  }

  #forget(companyId: string, ear: Ear): void {
    const ears = this.#ears.get(companyId)
    if (!ears?.delete(ear)) return
    this.#count--
    if (ears.size === 0) this.#ears.delete(companyId)
  }

  #tellThose(payload: string): void {
    for (const companyId of clinicsCalled(payload)) for (const ear of this.#ears.get(companyId) ?? []) ear.tell('news')
  }

  #tellAll(what: Exclude<Heard, 'silence'>): void {
    for (const ears of this.#ears.values()) for (const ear of ears) ear.tell(what)
  }
}
