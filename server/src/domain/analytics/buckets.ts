import type { AnalyticsInterval } from '@clinic/contract/analytics.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { addDays, localDate, startOfDay, weekdayOf } from '../../kernel/values/zone.ts'
import type { Interval } from '../scheduling/intervals.ts'

/** The part of a day, week or month that lies within a span, named by the first day of the whole. */
export interface Bucket extends Interval {
  date: string
}

export interface BucketWishes {
  interval: Static<typeof AnalyticsInterval>
  timeZone: string
  /** 0 is Sunday. */
  firstDayOfWeek: number
}

/** Cuts a span into the days, weeks or months of the clinic's calendar; none is left out and nothing counts twice. */
export function bucketsOf(span: Interval, { interval, timeZone, firstDayOfWeek }: BucketWishes): Bucket[] {
  const buckets: Bucket[] = []
  let date = firstDay(localDate(span.start, timeZone), interval, firstDayOfWeek)
  for (let start = span.start; start < span.end; ) {
    const next = nextDay(date, interval)
    const end = Math.min(startOfDay(next, timeZone), span.end)
    buckets.push({ date, start, end })
    date = next
    start = end
  }
  return buckets
}

function firstDay(date: string, interval: BucketWishes['interval'], firstDayOfWeek: number): string {
  if (interval === 'day') return date
  if (interval === 'month') return `${date.slice(0, 7)}-01`
  return addDays(date, -((weekdayOf(date) - firstDayOfWeek + 7) % 7))
}

function nextDay(date: string, interval: BucketWishes['interval']): string {
  if (interval === 'month') return Temporal.PlainDate.from(date).add({ months: 1 }).toString()
  return addDays(date, interval === 'day' ? 1 : 7)
}
