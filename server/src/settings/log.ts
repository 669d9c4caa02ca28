import { type Logger, pino } from 'pino'
import { serverError } from '../db/database-errors.ts'

/** Who is handed the lines of the log, too, and says what more stands in each. */
export interface LogSink {
  mixin(): object
  write(line: string): void
}

/** The log of one process, one JSON object per line. Errors go under `err`, and nothing that a caller sent is logged. */
export function openLog(level: string, role: string, also?: LogSink): Logger {
  const options = { level, base: { role }, serializers: { err: describeError } }
  if (!also) return pino(options)
  const streams = [pino.destination({ fd: 1, sync: true }), also].map(stream => ({ level: 'trace' as const, stream }))
  return pino({ ...options, mixin: also.mixin }, pino.multistream(streams))
}

const DEEPEST_CAUSE = 3
const QUOTED = /(["'`]).*?\1|“.*?”|‘.*?’/gs

/**
 * An error as it may be logged. Messages quote values, of rows and of bodies, so what they quote is cut out; of what the
 * database reports in detail only the names of tables and constraints stay.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack = '', cause } = error
  const { code, constraint, table, routine } = serverError(error) ?? { code: 'code' in error ? error.code : undefined }
  return {
    type: name,
    message: message.replace(QUOTED, '"…"'),
    ...{ code, constraint, table, routine },
    stack: stack
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .join('\n'),
    ...(cause !== undefined && depth < DEEPEST_CAUSE && { cause: describeError(cause, depth + 1) }),
  }
}
