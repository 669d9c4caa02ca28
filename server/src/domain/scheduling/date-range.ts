import { addDays, localDate } from '../../kernel/values/zone.ts'

/** How many days after today can still be asked for (specification, Limits: "within the next 60 days"). */
export const HORIZON_DAYS = 60

const DEFAULT_DAYS = 7

export type DateProblem = 'in_the_past' | 'too_far_ahead'

/** Why availability is not given for a real date, or null: today to HORIZON_DAYS from today, on the clinic's calendar. */
export function dateProblem(date: string, now: number, timeZone: string): DateProblem | null {
  const today = localDate(now, timeZone)
  if (date < today) return 'in_the_past'
  return date > addDays(today, HORIZON_DAYS) ? 'too_far_ahead' : null
}

/** The dates that operation 17 answers for: the one asked for, or `days` from today on the clinic's calendar. */
export function dateRange(
  asked: { date?: string | undefined; days?: number | undefined },
  now: number,
  timeZone: string,
): { from: string; days: number } {
  if (asked.date !== undefined) return { from: asked.date, days: 1 }
  return { from: localDate(now, timeZone), days: asked.days ?? DEFAULT_DAYS }
}
