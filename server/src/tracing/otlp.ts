import { setTimeout as delay } from 'node:timers/promises'
import { diag } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { PROVIDER_CALLS } from '../kernel/timing.ts'
import { VERSION } from '../kernel/version.ts'
import { emitLine } from './log-records.ts'
import type { Telemetry, TelemetryEnv } from './telemetry.ts'
import { traceRequests } from './trace-requests.ts'
import { traceCalls, traceDeliveries, traceJobs } from './trace-work.ts'
import { Tracing } from './tracing.ts'

/** A process that ends waits no longer than this for a collector that does not answer. */
const FLUSH_MS = 2_000
const COMPLAIN_MS = 60_000

const RATIOS = { parentbased_always_on: 1, parentbased_always_off: 0 }

/** Sends what is traced and logged to the collector, in batches; while that does not answer, what is too much is dropped. */
export function openOtlp(env: TelemetryEnv, role: string): Telemetry {
  const where = { url: (signal: string) => `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/${signal}` }
  const headers = Object.fromEntries(env.OTEL_EXPORTER_OTLP_HEADERS)
  const resource = resourceFromAttributes({
    'service.name': env.OTEL_SERVICE_NAME,
    'service.version': VERSION,
    'clinic.role': role,
  })
  const ratio = { ...RATIOS, parentbased_traceidratio: env.OTEL_TRACES_SAMPLER_ARG }[env.OTEL_TRACES_SAMPLER]
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: where.url('traces'), headers }) }),
    ],
  })
  const logs = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: where.url('logs'), headers }) })],
  })
  const tracing = new Tracing(traces.getTracer('clinic', VERSION))
  PROVIDER_CALLS.listen(traceCalls(tracing))
  const lines = logs.getLogger('clinic', VERSION)
  return {
    requests: http => traceRequests(tracing, http),
    observe: tracing.observe,
    traceparent: tracing.traceparent,
    job: traceJobs(tracing),
    delivery: traceDeliveries(tracing),
    log: { mixin: tracing.logFields, write: line => emitLine(lines, line) },
    complainTo,
    async close() {
      const flushed = Promise.allSettled([traces.shutdown(), logs.shutdown()])
      await Promise.race([flushed, delay(FLUSH_MS)])
    },
  }
}

/** What the library reports may quote what it was to send, so that only the fact is said, and not more often than it helps. */
function complainTo(complain: () => void): void {
  let lastAt = Number.NEGATIVE_INFINITY
  const error = () => {
    if (performance.now() - lastAt < COMPLAIN_MS) return
    lastAt = performance.now()
    complain()
  }
  const nothing = () => undefined
  diag.setLogger({ error, warn: nothing, info: nothing, debug: nothing, verbose: nothing })
}
