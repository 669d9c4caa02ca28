import { COUNTS, DURATIONS, LEVELS } from '../http/figures.ts'
import type { Metrics } from '../http/metrics.ts'
import { AUDIT_FLUSHES, PROVIDER_CALLS } from '../kernel/timing.ts'
import type { Core } from './core.ts'

/** Shows an operator what the API process counts of itself. */
export function showCore(metrics: Metrics, { strangers, oauthReplays, oauthTokens, connections }: Core): void {
  const { writers, reporters, late } = connections
  const pools = { writers, reporters, ...(late && { replica: late.reports }) }
  const usages = () => Object.entries(pools).map(([name, pool]) => [name, pool.usage()] as const)
  metrics.showCounts(COUNTS.strangers, () => strangers.counts.values())
  metrics.showCounts(COUNTS.oauthReplays, () => oauthReplays.values())
  metrics.showCounts(COUNTS.oauthTokens, () => oauthTokens.values())
  metrics.showTimes(DURATIONS.auditFlushes, AUDIT_FLUSHES)
  metrics.showTimes(DURATIONS.providers, PROVIDER_CALLS)
  metrics.showLevel(LEVELS.connections, () =>
    usages().flatMap(([name, { used, idle }]) => [[[name, 'used'], used] as const, [[name, 'idle'], idle] as const]),
  )
  if (late) metrics.showSpan(LEVELS.replicaLag, late.replica.lagMs)
  metrics.showLevel(LEVELS.waiting, () => usages().map(([name, { waiting }]) => [[name], waiting] as const))
}
