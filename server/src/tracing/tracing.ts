import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Observe } from '../db/observed-driver.ts'
import type { Operation } from '../db/operation.ts'
import { writeTraceparent } from './traceparent.ts'

/** What is under way, to which what is done meanwhile belongs. */
export interface Traced {
  span: Span
  context: Context
  /** What goes on after its end, such as a batch that it began, belongs to no trace. */
  ended: boolean
}

/**
 * The traces of one process. Their spans hold names of routes, operations, tables, jobs and events, states and lengths of
 * time: no clinic, person or plugin, no address and nothing that was sent.
 */
export class Tracing {
  readonly #tracer: Tracer
  readonly #within = new AsyncLocalStorage<Traced>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  /** Begins what others belong to: a trace of its own, or a part of the one that it follows from. */
  begin(name: string, options: SpanOptions, from?: SpanContext): Traced {
    const parent = from ? trace.setSpanContext(ROOT_CONTEXT, from) : ROOT_CONTEXT
    const span = this.#tracer.startSpan(name, options, parent)
    return { span, context: trace.setSpan(ROOT_CONTEXT, span), ended: false }
  }

  /** What runs in it, and all that follows, belongs to it until it ends. */
  in<Value>(traced: Traced, run: () => Value): Value {
    return this.#within.run(traced, run)
  }

  end(traced: Traced, attributes: Attributes = {}, failure?: string): void {
    if (traced.ended) return
    traced.ended = true
    finish(traced.span.setAttributes(attributes), failure)
  }

  /** Adds to what is under way a part that has just ended. */
  addPart(name: string, attributes: Attributes, { ms, failure }: { ms: number; failure?: string | undefined }): void {
    const active = this.#active()
    if (!active?.span.isRecording()) return
    const now = Date.now()
    const options = { kind: SpanKind.CLIENT, attributes, startTime: now - ms }
    finish(this.#tracer.startSpan(name, options, active.context), failure, now)
  }

  /** Sees what is asked of the database while something is under way. */
  readonly observe: Observe = operations => {
    const active = this.#active()
    if (!active?.span.isRecording()) return undefined
    const options = { kind: SpanKind.CLIENT, attributes: attributesOf(operations) }
    const span = this.#tracer.startSpan(summaryOf(operations), options, active.context)
    return error => finish(span, error === undefined ? undefined : failureOf(error))
  }

  /** Where in a trace what runs now is. */
  readonly traceparent = (): string | null => {
    const active = this.#active()
    return active ? writeTraceparent(active.span.spanContext()) : null
  }

  /** What a line of the log says of where it belongs. */
  readonly logFields = (): { traceId?: string; spanId?: string } => {
    const active = this.#active()
    if (!active) return {}
    const { traceId, spanId } = active.span.spanContext()
    return { traceId, spanId }
  }

  #active(): Traced | undefined {
    const traced = this.#within.getStore()
    return traced?.ended ? undefined : traced
  }
}

function finish(span: Span, failure?: string, at?: number): void {
  if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
  span.end(at)
}

/** An error by its code or name; its message may quote a value. */
export const failureOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.name) : 'unknown'

const summaryOf = (operations: readonly Operation[]): string =>
  operations.map(({ name, table }) => (table === undefined ? name : `${name} ${table}`)).join('; ')

const attributesOf = (operations: readonly Operation[]): Attributes => ({
  'db.system.name': 'postgresql',
  'db.operation.name': operations.length === 1 ? operations[0]?.name : 'BATCH',
  ...(operations.length > 1 && { 'db.operation.batch.size': operations.length }),
})
