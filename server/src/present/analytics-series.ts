import type { AnalyticsSeries } from '@clinic/contract/analytics.ts'
import type { Static } from '@clinic/contract/kernel.ts'

export const presentAnalyticsSeries = (
  { metric, interval }: Pick<Static<typeof AnalyticsSeries>, 'metric' | 'interval'>,
  points: Static<typeof AnalyticsSeries>['points'],
): Static<typeof AnalyticsSeries> => ({ object: 'analytics_series', metric, interval, points })
