import type { Reference } from './document.ts'
import { refTo } from './schemas.ts'
import type { DocumentedSurface } from './surface.ts'

/** Of every answer. */
export const HEADERS: readonly string[] = ['Service-Version', 'Service-Request-Id']

/** Of refusals, by their status. */
export const PROBLEM_HEADERS: DocumentedSurface['problemHeaders'] = { 421: ['Clinic-Cell'], 503: ['Retry-After'] }

/** References to the headers of an answer. */
export const headersOf = (names: readonly string[]): Record<string, Reference> =>
  Object.fromEntries(names.map(name => [name, refTo('headers', name)]))
