import type { AnalyticsMetric } from '@clinic/contract/analytics.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { Tx } from '../../kernel/tx.ts'
import { toMajor } from '../../kernel/values/money.ts'
import type { Interval } from '../scheduling/intervals.ts'
import { type Bucket, type BucketWishes, bucketsOf } from './buckets.ts'
import { figuresOfEach, type Whose } from './figures.ts'
import { type OpenTime, openChairs, openMinutes, requireKnown } from './open-chairs.ts'
import { noShowRate, shareOf } from './rates.ts'
import type { Figures, RecordName } from './sources.ts'

export type Metric = Static<typeof AnalyticsMetric>

export interface Point {
  date: string
  value: number
}

/** What the value of a bucket is made of. */
interface Ground {
  tx: Tx
  buckets: readonly Bucket[]
  whose: Whose
  open: readonly OpenTime[]
}

type ReadValues = (ground: Ground) => Promise<number[]>

/** Reads a metric that follows from the figures of one kind of records. */
const from =
  (name: RecordName, value: (figures: Figures, bucket: Bucket | undefined, ground: Ground) => number): ReadValues =>
  async ground => {
    const each = await figuresOfEach(ground.tx, [name], ground.buckets, ground.whose)
    return each.map((figures, index) => value(figures, ground.buckets[index], ground))
  }

const major = ({ tx }: Ground, minor: number) => toMajor(minor, tx.clinic.currency)

const METRICS: Record<Metric, ReadValues> = {
  invoiced: from('invoices', ({ invoiced }, _, ground) => major(ground, invoiced)),
  collected: from('payments', ({ collected }, _, ground) => major(ground, collected)),
  refunded: from('refunds', ({ refunded }, _, ground) => major(ground, refunded)),
  newPatients: from('patients', ({ new_patients }) => new_patients),
  newLeads: from('leads', ({ new_leads }) => new_leads),
  leadsConverted: from('conversions', ({ converted }) => converted),
  appointments: from('appointments', ({ appointments }) => appointments),
  noShowRate: from('appointments', noShowRate),
  chairUtilization: from('appointments', ({ chair_minutes }, bucket, { open }) =>
    bucket ? shareOf(chair_minutes, openMinutes(open, bucket)) : 0,
  ),
}

/** One figure over time: a point for every day, week or month that the span touches. */
export async function readSeries(
  tx: Tx,
  {
    metric,
    interval,
    span,
    whose,
  }: { metric: Metric; interval: BucketWishes['interval']; span: Interval; whose: Whose },
): Promise<Point[]> {
  await requireKnown(tx, whose)
  const { open, firstDayOfWeek } = await openChairs(tx, span, whose)
  const buckets = bucketsOf(span, { interval, timeZone: tx.clinic.timeZone, firstDayOfWeek })
  const values = await METRICS[metric]({ tx, buckets, whose, open })
  return buckets.map(({ date }, index) => ({ date, value: values[index] ?? 0 }))
}
