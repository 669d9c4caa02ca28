import type { FastifyRequest } from 'fastify'
import { refuse } from '../kernel/errors.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Takes writes from the console's own pages alone. Browsers name the origin on every write, so one that names none, or
 * names none of these, is refused even where it has the cookie.
 */
export function requireOrigin(origins: ReadonlySet<string>, { method, headers }: FastifyRequest): void {
  if (READS.has(method) || origins.has(headers.origin ?? '')) return
  if (headers.origin === undefined && headers['sec-fetch-site'] === 'same-origin') return
  refuse('origin_not_allowed')
}
