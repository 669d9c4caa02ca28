import type { Metrics } from '../http/metrics.ts'
import type { Env } from '../settings/env.ts'

/** What this process counts, where METRICS_PORT lets an operator read it; the library for it is loaded only then. */
export const metricsOf = async ({ METRICS_PORT }: Env): Promise<Metrics | undefined> =>
  METRICS_PORT > 0 ? (await import('../http/metrics.ts')).openMetrics() : undefined
