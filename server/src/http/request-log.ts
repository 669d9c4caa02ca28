import { serverError } from '../db/database-errors.ts'
import type { Statement } from '../db/statement.ts'
import { type LoggedRequest, logRequests } from './log-requests.ts'

/** At most so many wait to be written; beyond it the oldest are left out. */
const MOST_WAITING = 10_000
const BATCH = 500
const EVERY_MS = 250

interface RequestLogOptions {
  run(statement: Statement): Promise<unknown>
  mostWaiting?: number
}

/**
 * What plugins asked for, written down a moment after it was answered: no answer waits for it, and while the database does
 * not take it nothing grows without end. What had to be left out is counted, and told by the next request of that plugin. A
 * process that is killed loses what it had not written.
 */
export class RequestLog {
  readonly #run: RequestLogOptions['run']
  readonly #mostWaiting: number
  #waiting: LoggedRequest[] = []
  /** A batch that may have been written or not: it is tried as it is, so that it is written as a whole or was. */
  #unsure: readonly LoggedRequest[] = []
  /** How many were left out since the last one that was not, by installation. */
  readonly #notLogged = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor({ run, mostWaiting = MOST_WAITING }: RequestLogOptions) {
    this.#run = run
    this.#mostWaiting = mostWaiting
  }

  add(request: LoggedRequest): void {
    this.#waiting.push(request)
    this.#leaveOutOldest()
    if (this.#waiting.length >= BATCH) this.#begin()
    else this.#timer ??= setTimeout(() => this.#begin(), EVERY_MS)
  }

  /** Writes what waits, if the database takes it. */
  async close(): Promise<void> {
    await this.#writing
    if (this.#pending > 0) await this.#write(1)
    clearTimeout(this.#timer)
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing || this.#pending === 0) return
    this.#writing = this.#write(BATCH).finally(() => {
      this.#writing = undefined
      if (this.#pending > 0) this.#timer ??= setTimeout(() => this.#begin(), EVERY_MS)
    })
  }

  /** Writes a batch, and goes on while at least so many wait. What the database does not take is tried again later. */
  async #write(atLeast: number): Promise<void> {
    const batch = this.#unsure.length > 0 ? this.#unsure : this.#nextBatch()
    const fate = await this.#run(logRequests(batch)).then(() => 'written' as const, fateAfter)
    this.#unsure = fate === 'tryAgain' ? batch : []
    if (fate === 'leaveOut') this.#leaveOut(batch)
    this.#leaveOutOldest()
    if (fate !== 'tryAgain' && this.#pending >= atLeast) return this.#write(atLeast)
  }

  get #pending(): number {
    return this.#unsure.length + this.#waiting.length
  }

  #nextBatch(): readonly LoggedRequest[] {
    const batch = this.#waiting.splice(0, BATCH)
    for (const request of batch) {
      request.notLogged += this.#notLogged.get(request.installationId) ?? 0
      this.#notLogged.delete(request.installationId)
    }
    return batch
  }

  #leaveOutOldest(): void {
    const tooMany = this.#pending - this.#mostWaiting
    if (tooMany > 0) this.#leaveOut(this.#waiting.splice(0, tooMany))
  }

  #leaveOut(requests: readonly LoggedRequest[]): void {
    for (const { installationId, notLogged } of requests)
      this.#notLogged.set(installationId, (this.#notLogged.get(installationId) ?? 0) + 1 + notLogged)
  }
}

/** The ids are new: what is there already was written by a try of which no answer came. */
const UNIQUE_VIOLATION = '23505'

/** What the database will never take (SQLSTATE classes 22, 23 and 42) must not keep it from taking what follows. */
function fateAfter(error: unknown): 'written' | 'leaveOut' | 'tryAgain' {
  const code = serverError(error)?.code ?? ''
  if (code === UNIQUE_VIOLATION) return 'written'
  return /^(22|23|42)/.test(code) ? 'leaveOut' : 'tryAgain'
}
