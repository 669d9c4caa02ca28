import {
  type AnalyticsSeries,
  type AnalyticsSummary,
  getAnalyticsSummary,
  getAnalyticsTimeseries,
} from '@clinic/contract/analytics.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { noShowRate, shareOf } from '../domain/analytics/rates.ts'
import { readSeries } from '../domain/analytics/read-series.ts'
import { readSummary, type Summary } from '../domain/analytics/read-summary.ts'
import type { Interval } from '../domain/scheduling/intervals.ts'
import { implement } from '../kernel/implement.ts'
import type { Tx } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

const spanOf = ({ from, to }: { from: string; to: string }): Interval => ({
  start: Date.parse(from),
  end: Date.parse(to),
})

function present({ clinic }: Tx, span: Interval, summary: Summary): Static<typeof AnalyticsSummary> {
  const { appointments: total, completed, canceled, noshow } = summary
  return {
    object: 'analytics_summary',
    from: new Date(span.start).toISOString(),
    to: new Date(span.end).toISOString(),
    currency: clinic.currency,
    invoiced: toMajor(summary.invoiced, clinic.currency),
    collected: toMajor(summary.collected, clinic.currency),
    outstanding: toMajor(summary.outstanding, clinic.currency),
    refunded: toMajor(summary.refunded, clinic.currency),
    newPatients: summary.new_patients,
    newLeads: summary.new_leads,
    leadsConverted: summary.converted,
    appointments: { total, completed, canceled, noshow },
    noShowRate: noShowRate(summary),
    chairUtilization: shareOf(summary.chair_minutes, summary.open_minutes),
  }
}

const presentSeries = (
  { metric, interval }: Pick<Static<typeof AnalyticsSeries>, 'metric' | 'interval'>,
  points: Static<typeof AnalyticsSeries>['points'],
): Static<typeof AnalyticsSeries> => ({ object: 'analytics_series', metric, interval, points })

export const analytics = [
  implement(getAnalyticsSummary, async (tx, { from, to, ...whose }) => {
    const span = spanOf({ from, to })
    return { data: present(tx, span, await readSummary(tx, span, whose)) }
  }),
  implement(getAnalyticsTimeseries, async (tx, { from, to, metric, interval, ...whose }) => {
    const span = spanOf({ from, to })
    return { data: presentSeries({ metric, interval }, await readSeries(tx, { metric, interval, span, whose })) }
  }),
]
