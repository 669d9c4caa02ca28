import { getAnalyticsSummary, getAnalyticsTimeseries } from '@clinic/contract/analytics.ts'
import { readSeries } from '../domain/analytics/read-series.ts'
import { readSummary } from '../domain/analytics/read-summary.ts'
import type { Interval } from '../domain/scheduling/intervals.ts'
import { implement } from '../kernel/implement.ts'
import { presentAnalyticsSeries, presentAnalyticsSummary } from '../present/analytics.ts'

const spanOf = ({ from, to }: { from: string; to: string }): Interval => ({
  start: Date.parse(from),
  end: Date.parse(to),
})

export const analytics = [
  implement(getAnalyticsSummary, async (tx, { from, to, ...whose }) => {
    const span = spanOf({ from, to })
    return { data: presentAnalyticsSummary(tx.clinic, span, await readSummary(tx, span, whose)) }
  }),
  implement(getAnalyticsTimeseries, async (tx, { from, to, metric, interval, ...whose }) => {
    const span = spanOf({ from, to })
    return {
      data: presentAnalyticsSeries({ metric, interval }, await readSeries(tx, { metric, interval, span, whose })),
    }
  }),
]
