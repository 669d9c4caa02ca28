import { SpanKind } from '@opentelemetry/api'
import type { Timed } from '../kernel/timing.ts'
import type { Report } from '../webhooks/claim.ts'
import { readTraceparent } from './traceparent.ts'
import { failureOf, type Tracing } from './tracing.ts'

/** A run of a job is a trace of its own. */
export const traceJobs =
  (tracing: Tracing) =>
  async (name: string, run: () => Promise<void>): Promise<void> => {
    const job = tracing.begin(`job ${name}`, { kind: SpanKind.CONSUMER, attributes: { 'clinic.job': name } })
    try {
      await tracing.in(job, run)
      tracing.end(job)
    } catch (error) {
      tracing.end(job, {}, failureOf(error))
      throw error
    }
  }

/** An attempt to deliver an event is a part of the trace of what caused it, however much later it is made. */
export const traceDeliveries =
  (tracing: Tracing) =>
  ({ claim, ending, mode, outcome }: Report): void => {
    if (!outcome) return
    const { status, errorClass, durationMs } = outcome
    const options = {
      kind: SpanKind.PRODUCER,
      startTime: Date.now() - durationMs,
      attributes: {
        'http.request.method': 'POST',
        ...(status !== null && { 'http.response.status_code': status }),
        'clinic.event.type': claim.event_type,
        'clinic.delivery.attempt': claim.attempts + 1,
        'clinic.delivery.ending': ending,
        ...(mode && { 'clinic.delivery.mode': mode }),
      },
    }
    const attempt = tracing.begin(`deliver ${claim.event_type}`, options, readTraceparent(claim.traceparent))
    tracing.end(attempt, {}, errorClass ?? undefined)
  }

/** A call to a provider is a part of the request or job that makes it. */
export const traceCalls =
  (tracing: Tracing) =>
  ({ labels: [provider = '', outcome = ''], ms }: Timed): void => {
    const attributes = { 'clinic.provider': provider, 'clinic.provider.outcome': outcome }
    tracing.addPart(`call ${provider}`, attributes, { ms, failure: outcome === 'answered' ? undefined : outcome })
  }
