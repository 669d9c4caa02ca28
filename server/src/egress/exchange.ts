import type { Dispatcher } from 'undici'
import { type ErrorClass, errorClassOf, type Outcome, retryAfterSeconds } from './outcome.ts'

export type ExchangeOptions = {
  /** Covers name, connection, TLS, headers and body (default 10 s). */
  deadlineMs?: number
  /** Of the answer's body; what is beyond is not read and the status stands (default 64 KB). */
  readLimitBytes?: number
  keepBody?: boolean
  /** Keeps how the answer began, and how long each part took. */
  keepHead?: boolean
  signal?: AbortSignal
}

export type ExchangeEvents = {
  /** A connection was there and the request is being written; answers how long its TLS took where it is new. */
  started(): number | null
  ended(outcome: Outcome): void
}

const DEADLINE_MS = 10_000
const HEAD_BYTES = 2048
export const READ_LIMIT_BYTES = 65_536

/** Ends an exchange on the wire; undici destroys the socket. */
const CUT = new Error('cut')

/**
 * One request and its answer, as undici reports it, turned into exactly one outcome. The deadline is a plain timer: it
 * covers waiting for a connection as well as a body that drips for ever, at a tenth of the cost of AbortSignal.timeout.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #events: ExchangeEvents
  readonly #readLimit: number
  readonly #startedAt = performance.now()
  readonly #timer: NodeJS.Timeout
  readonly #onAbort = () => this.#end('aborted')
  #controller: Dispatcher.DispatchController | null = null
  #done = false
  #status: number | null = null
  #headers: NodeJS.Dict<string | string[]> = {}
  #readBytes = 0
  #chunks: Buffer[] = []
  #connectedAt: number | null = null
  #answeredAt: number | null = null
  #tlsMs: number | null = null

  constructor(options: ExchangeOptions, events: ExchangeEvents) {
    this.#options = options
    this.#events = events
    this.#readLimit = options.readLimitBytes ?? READ_LIMIT_BYTES
    this.#timer = setTimeout(() => this.#end('timeout'), options.deadlineMs ?? DEADLINE_MS)
    options.signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  /** Called when a connection is there: an exchange that ended while it waited must not be sent any more. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#connectedAt = performance.now()
    this.#tlsMs = this.#events.started()
    if (this.#done) controller.abort(CUT)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: NodeJS.Dict<string | string[]>) {
    if (status < 200) return
    this.#answeredAt = performance.now()
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const remaining = this.#readLimit - this.#readBytes
    this.#readBytes += chunk.length
    if (this.#options.keepBody) this.#chunks.push(chunk.subarray(0, remaining))
    else if (this.#options.keepHead && this.#readBytes - chunk.length < HEAD_BYTES)
      this.#chunks.push(chunk.subarray(0, HEAD_BYTES - (this.#readBytes - chunk.length)))
    if (chunk.length > remaining) this.#answered()
  }

  onResponseEnd(): void {
    this.#controller = null
    this.#answered()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }

  fail(error: unknown): void {
    this.#end(errorClassOf(error))
  }

  #answered(): void {
    const ok = this.#status !== null && this.#status < 300
    this.#end(ok ? null : 'http_status')
  }

  #end(errorClass: ErrorClass | null): void {
    if (this.#done) return
    this.#done = true
    clearTimeout(this.#timer)
    this.#options.signal?.removeEventListener('abort', this.#onAbort)
    this.#controller?.abort(CUT)
    this.#events.ended(this.#outcome(errorClass))
  }

  #outcome(errorClass: ErrorClass | null): Outcome {
    const outcome: Outcome = {
      ok: errorClass === null,
      status: this.#status,
      errorClass,
      retryAfterSeconds: errorClass ? retryAfterSeconds(this.#headers['retry-after'], Date.now()) : null,
      durationMs: Math.round(performance.now() - this.#startedAt),
    }
    if (this.#options.keepHead) return { ...outcome, ...this.#head() }
    return this.#options.keepBody ? { ...outcome, ...this.#body() } : outcome
  }

  #head(): Pick<Outcome, 'head' | 'connectMs' | 'tlsMs' | 'firstByteMs'> {
    const since = (at: number | null) => (at === null ? null : Math.round(at - this.#startedAt))
    const cut = this.#readBytes > HEAD_BYTES
    return {
      head: this.#status === null ? null : { headers: this.#headers, body: Buffer.concat(this.#chunks), cut },
      ...{ connectMs: since(this.#connectedAt), tlsMs: this.#tlsMs, firstByteMs: since(this.#answeredAt) },
    }
  }

  #body(): Pick<Outcome, 'bodyExcerpt' | 'bodyCut' | 'cacheControl'> {
    return {
      bodyExcerpt: Buffer.concat(this.#chunks).toString(),
      bodyCut: this.#readBytes > this.#readLimit,
      cacheControl: this.#headers['cache-control']?.toString() ?? null,
    }
  }
}
