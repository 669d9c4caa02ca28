/** A span of time in epoch milliseconds, half-open: it contains its start and not its end. */
export interface Interval {
  start: number
  end: number
}

/** The same time as sorted intervals that neither overlap nor touch; empty and reversed ones vanish. */
export function union(intervals: Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const { start, end } of intervals.filter(span => span.end > span.start).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** The time that lies in both, one interval per overlapping pair. */
export function intersect(some: Interval[], others: Interval[]): Interval[] {
  return some.flatMap(one =>
    others
      .map(other => ({ start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) }))
      .filter(span => span.end > span.start),
  )
}

/** The time of one interval that none of `taken` covers; `taken` is a union. */
export function subtract(interval: Interval, taken: Interval[]): Interval[] {
  const left: Interval[] = []
  let { start } = interval
  for (const span of taken) {
    if (span.start >= interval.end) break
    if (span.end <= start) continue
    if (span.start > start) left.push({ start, end: span.start })
    start = span.end
  }
  if (start < interval.end) left.push({ start, end: interval.end })
  return left
}
