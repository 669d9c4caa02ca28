import { type Logger, pino } from 'pino'
import { serverError } from '../db/database-errors.ts'

/** The log of one process, one JSON object per line. Errors go under `err`, and nothing that a caller sent is logged. */
export const openLog = (level: string, role: string): Logger =>
  pino({ level, base: { role }, serializers: { err: describeError } })

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
