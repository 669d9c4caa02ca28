import type { FastifyRequest } from 'fastify'
import { StaffRefusal } from '../kernel/staff-refusal.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Takes writes from the console's own pages alone. Browsers name the origin on every write, so one that names none, or
 * names none of these, is refused even where it has the cookie.
 */
export const requireOrigin =
  (origins: ReadonlySet<string>) =>
  async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (READS.has(method) || origins.has(headers.origin ?? '')) return
    if (headers.origin === undefined && headers['sec-fetch-site'] === 'same-origin') return
    throw new StaffRefusal('origin_not_allowed')
  }
