import type { Env } from '../settings/env.ts'
import type { Metrics } from './metrics.ts'

/** What counts in this process, where METRICS_PORT lets somebody read it; the library for it is loaded only then. */
export const metricsIfRead = async ({ METRICS_PORT }: Env): Promise<Metrics | undefined> =>
  METRICS_PORT > 0 ? (await import('./metrics.ts')).openMetrics() : undefined
