import { LRUCache } from 'lru-cache'

/** How much one connection may read. */
export type Quota = ReturnType<typeof quota>

interface QuotaOptions {
  callsPerMinute: number
  patientsPerDay: number
  /** False allows everything. */
  enabled: boolean
  now?: () => number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const MAX_REMEMBERED = 50_000

/**
 * Counts by the minute and the day, in this process: it keeps a connection that ran away from reading the whole clinic, and
 * is no protection against one that means harm: that is the access log's and the revocation's part.
 */
export function quota({ callsPerMinute, patientsPerDay, enabled, now = Date.now }: QuotaOptions) {
  const calls = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  const patients = new LRUCache<string, number>({ max: MAX_REMEMBERED })

  /** Adds to the count of a window of time, unless that would be more than allowed. */
  function take(counts: LRUCache<string, number>, window: string, count: number, allowed: number): boolean {
    const sum = (counts.get(window) ?? 0) + count
    if (enabled && sum > allowed) return false
    counts.set(window, sum)
    return true
  }

  return {
    /** Takes one call; the seconds to wait when there is none left, and whether that is said for the first time. */
    takeCall(grantId: string): { wait: number; isFirst: boolean } {
      const minute = `${grantId} ${Math.floor(now() / MINUTE_MS)}`
      if (take(calls, minute, 1, callsPerMinute)) return { wait: 0, isFirst: false }
      const isFirst = (calls.get(minute) ?? 0) <= callsPerMinute
      calls.set(minute, callsPerMinute + 1)
      return { wait: Math.ceil((MINUTE_MS - (now() % MINUTE_MS)) / 1_000), isFirst }
    },
    /** Counts the patients that were shown; false once the connection has seen its share of the day. */
    takePatients: (grantId: string, count: number): boolean =>
      take(patients, `${grantId} ${Math.floor(now() / DAY_MS)}`, count, patientsPerDay),
  }
}
