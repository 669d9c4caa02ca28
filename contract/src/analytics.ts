import { DateOnly, Id, Money, Nested, OneOf, Optional, operation, resource, Timestamp, Type } from './kernel.ts'

/** Figures of a span. `outstanding` is what its invoices still wait for; the two rates are shares from 0 to 1. */
export const AnalyticsSummary = resource('analytics_summary', {
  from: Timestamp,
  to: Timestamp,
  currency: Type.String(),
  invoiced: Money,
  collected: Money,
  outstanding: Money,
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
  noShowRate: Type.Number(),
  chairUtilization: Type.Number(),
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

/** Every interval of the span has a point, named by its first day in clinic time. */
export const AnalyticsSeries = resource('analytics_series', {
  metric: AnalyticsMetric,
  interval: AnalyticsInterval,
  points: Type.Array(Nested({ date: DateOnly, value: Type.Number() })),
})

const shared = { tag: 'Analytics', scope: 'analytics:read', windowDays: 366, heavy: true } as const
const span = {
  from: Type.String({ format: 'date-time', description: 'Start of the span, inclusive.' }),
  to: Type.String({ format: 'date-time', description: 'End of the span, exclusive; at most 366 days after from.' }),
  branchId: Optional(Id),
  doctorId: Optional(Id),
}

export const getAnalyticsSummary = operation({
  ...shared,
  id: 'getAnalyticsSummary',
  route: 'GET /analytics/summary',
  summary: 'Get the figures of a span of time',
  input: span,
  returns: AnalyticsSummary,
})

export const getAnalyticsTimeseries = operation({
  ...shared,
  id: 'getAnalyticsTimeseries',
  route: 'GET /analytics/timeseries',
  summary: 'Get one figure over time',
  input: { metric: AnalyticsMetric, interval: AnalyticsInterval, ...span },
  returns: AnalyticsSeries,
})
