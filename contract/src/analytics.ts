import { scope } from './access.ts'
import type { Issue } from './errors.ts'
import { DateOnly, described, Id, Money, Nested, OneOf, Optional, resource, Timestamp } from './fields.ts'
import { family, Type } from './kernel.ts'
import { Code } from './tiers.ts'

/**
 * Figures of a span. Invoices, payments, patients and leads count when they were made, refunds and conversions when they
 * happened, appointments when they start. Credit counts as it is paid in: invoices of credit and payments from credit are
 * left out. The two rates are shares from 0 to 1, of four decimals.
 */
export const AnalyticsSummary = resource('analytics_summary', {
  from: Timestamp,
  to: Timestamp,
  currency: Code,
  invoiced: Money,
  collected: Money,
  outstanding: Type.Number({
    description: 'What the invoices of the span still wait for today, in the currency of the clinic.',
  }),
  refunded: Money,
  newPatients: Type.Integer(),
  newLeads: Type.Integer(),
  leadsConverted: Type.Integer(),
  appointments: Nested({
    total: Type.Integer(),
    completed: Type.Integer(),
    canceled: Type.Integer(),
    noshow: Type.Integer(),
  }),
  noShowRate: Type.Number({
    description: 'Of the appointments that were completed or missed, the share that was missed.',
  }),
  chairUtilization: Type.Number({
    description:
      'Booked minutes over open chair minutes. Booked is every appointment that starts in the span and is neither canceled, missed nor online; open is each room of each active branch during its hours, closed days and holidays left out. With doctorId: the time on duty and not away.',
  }),
})

/** The figures of the summary that can be followed over time. */
export const AnalyticsMetric = OneOf([
  'invoiced',
  'collected',
  'refunded',
  'newPatients',
  'newLeads',
  'leadsConverted',
  'appointments',
  'noShowRate',
  'chairUtilization',
])
export const AnalyticsInterval = OneOf(['day', 'week', 'month'])

/**
 * Every interval that the span touches has a point, named by its first day in clinic time, for the part of it within the
 * span. Weeks begin as at the branch asked for, else as at the oldest one.
 */
export const AnalyticsSeries = resource('analytics_series', {
  metric: AnalyticsMetric,
  interval: AnalyticsInterval,
  points: Type.Array(Nested({ date: DateOnly, value: Type.Number() })),
})

const endsAfterItBegins = ({ from, to }: Record<string, unknown>): Issue[] =>
  Date.parse(String(to)) > Date.parse(String(from))
    ? []
    : [{ path: 'to', code: 'range', message: 'must be after from' }]

const { operation } = family('Analytics', { read: scope('analytics:read') })
const shared = { windowDays: 366, heavy: true, check: endsAfterItBegins, refuses: ['not_found'] } as const
const span = {
  from: described(Timestamp, 'Start of the span, inclusive.'),
  to: described(Timestamp, 'End of the span, exclusive; at most 366 days after from.'),
  branchId: Optional(Id),
  doctorId: Type.Optional(described(Id, 'Counts what is the doctor’s: of leads, those that are assigned to them.')),
}

export const getAnalyticsSummary = operation({
  ...shared,
  id: 'getAnalyticsSummary',
  route: 'GET /analytics/summary',
  summary: 'Get the figures of a span of time',
  description:
    'The invoices, takings, patients, leads and appointments of one span, counted from what is recorded now. For a course over time ask for the time series.',
  input: span,
  returns: AnalyticsSummary,
})

export const getAnalyticsTimeseries = operation({
  ...shared,
  id: 'getAnalyticsTimeseries',
  route: 'GET /analytics/timeseries',
  summary: 'Get one figure over time',
  description:
    'One point for each interval of the span, for a chart. Intervals begin where days and months begin in the time zone of the clinic.',
  input: { metric: AnalyticsMetric, interval: AnalyticsInterval, ...span },
  returns: AnalyticsSeries,
})
