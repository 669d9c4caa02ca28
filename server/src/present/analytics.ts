import type { AnalyticsSeries, AnalyticsSummary } from '@clinic/contract/analytics.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { noShowRate, shareOf } from '../domain/analytics/rates.ts'
import type { Summary } from '../domain/analytics/read-summary.ts'
import type { Interval } from '../domain/scheduling/intervals.ts'
import type { ClinicFacts } from '../kernel/tx.ts'
import { toMajor } from '../kernel/values/money.ts'

export function presentAnalyticsSummary(
  { currency }: ClinicFacts,
  span: Interval,
  summary: Summary,
): Static<typeof AnalyticsSummary> {
  const { appointments: total, completed, canceled, noshow } = summary
  return {
    object: 'analytics_summary',
    from: new Date(span.start).toISOString(),
    to: new Date(span.end).toISOString(),
    currency,
    invoiced: toMajor(summary.invoiced, currency),
    collected: toMajor(summary.collected, currency),
    outstanding: toMajor(summary.outstanding, currency),
    refunded: toMajor(summary.refunded, currency),
    newPatients: summary.new_patients,
    newLeads: summary.new_leads,
    leadsConverted: summary.converted,
    appointments: { total, completed, canceled, noshow },
    noShowRate: noShowRate(summary),
    chairUtilization: shareOf(summary.chair_minutes, summary.open_minutes),
  }
}

export const presentAnalyticsSeries = (
  { metric, interval }: Pick<Static<typeof AnalyticsSeries>, 'metric' | 'interval'>,
  points: Static<typeof AnalyticsSeries>['points'],
): Static<typeof AnalyticsSeries> => ({ object: 'analytics_series', metric, interval, points })
