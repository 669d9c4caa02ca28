import { COUNTS, LEVELS } from '../http/figures.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Core } from './core.ts'

/** Shows an operator what the API process counts of itself. */
export function showCore(metrics: Metrics, { strangers, oauthReplays, connections }: Core): void {
  const { writers, reporters, late } = connections
  const pools = { writers, reporters, ...(late && { replica: late.reports }) }
  const usages = () => Object.entries(pools).map(([name, pool]) => [name, pool.usage()] as const)
  metrics.showCounts(COUNTS.strangers, () => strangers.counts.values())
  metrics.showCounts(COUNTS.oauthReplays, () => oauthReplays.values())
  metrics.showLevel(LEVELS.connections, () =>
    usages().flatMap(([name, { used, idle }]) => [[[name, 'used'], used] as const, [[name, 'idle'], idle] as const]),
  )
  if (late) metrics.showSpan(LEVELS.replicaLag, late.replica.lagMs)
  metrics.showLevel(LEVELS.waiting, () => usages().map(([name, { waiting }]) => [[name], waiting] as const))
}
