import { instantOf } from './manifest.ts'

/** How many backups are kept: the newest of each of so many days, weeks and months that have one. */
export interface Keep {
  daily: number
  weekly: number
  monthly: number
}

export const KEEP: Keep = { daily: 7, weekly: 4, monthly: 12 }

const DAY_MS = 86_400_000

const periods: Record<keyof Keep, (at: Date) => string> = {
  daily: at => at.toISOString().slice(0, 10),
  // Weeks begin on Thursday, as the calendar of UNIX does: which day it is does not matter, that it is the same does.
  weekly: at => String(Math.floor(at.getTime() / (7 * DAY_MS))),
  monthly: at => at.toISOString().slice(0, 7),
}

/** The names to keep: never none where there is one. */
export function kept(names: readonly string[], keep: Keep): Set<string> {
  const newestFirst = names.toSorted().reverse()
  const keptOf = (unit: keyof Keep) => {
    const newest = new Map<string, string>()
    for (const name of newestFirst) {
      const period = periods[unit](instantOf(name))
      if (!newest.has(period)) newest.set(period, name)
    }
    return [...newest.values()].slice(0, keep[unit])
  }
  return new Set([...newestFirst.slice(0, 1), ...keptOf('daily'), ...keptOf('weekly'), ...keptOf('monthly')])
}
