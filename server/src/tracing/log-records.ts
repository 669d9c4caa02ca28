import { type Attributes, type Logger, ROOT_CONTEXT, SeverityNumber, TraceFlags, trace } from '@opentelemetry/api'

/** By the tens of pino's levels. */
const SEVERITIES = [
  SeverityNumber.UNSPECIFIED,
  SeverityNumber.TRACE,
  SeverityNumber.DEBUG,
  SeverityNumber.INFO,
  SeverityNumber.WARN,
  SeverityNumber.ERROR,
  SeverityNumber.FATAL,
] as const

interface Line {
  level: number
  time: number
  msg?: string
  traceId?: string
  spanId?: string
}

/** Hands on a line of the log, which says nothing there that it does not say here. */
export function emitLine(logger: Logger, text: string): void {
  const { level, time, msg, traceId, spanId, ...facts }: Line & Attributes = JSON.parse(text)
  const belongs = traceId !== undefined && spanId !== undefined
  logger.emit({
    timestamp: time,
    severityNumber: SEVERITIES[Math.floor(level / 10)] ?? SeverityNumber.UNSPECIFIED,
    ...(msg !== undefined && { body: msg }),
    attributes: facts,
    context: belongs
      ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED })
      : ROOT_CONTEXT,
  })
}
