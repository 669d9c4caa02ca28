/** From one instant to another, in milliseconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What of a day is drawn, from top to bottom: time that passes, so that a day whose clocks are set has 23 or 25 hours. */
export interface Axis {
  readonly day: Span
  readonly from: number
  readonly to: number
}

export const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The lines of the grid; what lies between two of them is placed by a margin. */
export const LINE_MINUTES = 5
const LINE_MS = LINE_MINUTES * MINUTE_MS

/** What is drawn where nothing says when the branch is open. */
const USUAL_HOURS = { start: 8, end: 18 }

/** The whole hours, by the clinic's clock, around what is open and whatever is booked before or after. */
export function axisOf(day: Span, shown: readonly Span[]): Axis {
  const usual = { start: day.start + USUAL_HOURS.start * HOUR_MS, end: day.start + USUAL_HOURS.end * HOUR_MS }
  const spans = shown.map(span => within(span, day)).filter(({ start, end }) => end > start)
  const [first, last] = spans.length === 0 ? [usual.start, usual.end] : bounds(spans)
  const hours = (at: number) => (at - day.start) / HOUR_MS
  return {
    day,
    from: day.start + Math.floor(hours(first)) * HOUR_MS,
    to: Math.min(day.end, day.start + Math.ceil(hours(last)) * HOUR_MS),
  }
}

const bounds = (spans: readonly Span[]): [number, number] => [
  Math.min(...spans.map(({ start }) => start)),
  Math.max(...spans.map(({ end }) => end)),
]

const within = ({ start, end }: Span, around: Span): Span => ({
  start: Math.max(start, around.start),
  end: Math.min(end, around.end),
})

/** How many lines apart the axis begins and ends. */
export const lineCount = ({ from, to }: Axis): number => Math.ceil((to - from) / LINE_MS)

/** The whole hours that are written beside the grid, its end not. */
export const hoursOf = ({ from, to }: Axis): number[] =>
  Array.from({ length: Math.ceil((to - from) / HOUR_MS) }, (_, hour) => from + hour * HOUR_MS)

/** Where something stands: between two lines of the grid, and how many minutes it keeps from each. */
export interface Lines {
  readonly first: number
  readonly last: number
  readonly before: number
  readonly after: number
}

/** Of what is drawn, where a span stands; nothing of one that lies outside. */
export function linesOf(axis: Axis, span: Span): Lines | undefined {
  const { start, end } = within(span, { start: axis.from, end: axis.to })
  if (end <= start) return undefined
  const first = Math.floor((start - axis.from) / LINE_MS)
  const last = Math.max(first + 1, Math.ceil((end - axis.from) / LINE_MS))
  const before = (start - axis.from - first * LINE_MS) / MINUTE_MS
  return { first: first + 1, last: last + 1, before, after: (axis.from + last * LINE_MS - end) / MINUTE_MS }
}

/** The spans of the axis that none of these covers, in their order. */
export function gapsOf(axis: Axis, covered: readonly Span[]): Span[] {
  const gaps: Span[] = []
  let at = axis.from
  for (const { start, end } of covered.toSorted((one, other) => one.start - other.start)) {
    if (start > at) gaps.push({ start: at, end: Math.min(start, axis.to) })
    at = Math.max(at, end)
  }
  if (at < axis.to) gaps.push({ start: at, end: axis.to })
  return gaps.filter(({ start, end }) => end > start)
}

/** The nearest instant that bookings begin at: so many minutes apart by the clinic's clock. */
export function onGrid({ day }: Axis, gridMinutes: number, at: number): number {
  const step = gridMinutes * MINUTE_MS
  return day.start + Math.round((at - day.start) / step) * step
}

/** The last such instant before this one, or this one. */
export function onGridBefore({ day }: Axis, gridMinutes: number, at: number): number {
  const step = gridMinutes * MINUTE_MS
  return day.start + Math.floor((at - day.start) / step) * step
}

export const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end
