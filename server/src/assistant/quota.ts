import { LRUCache } from 'lru-cache'

/** How much one connection may read. */
export interface Quota {
  /** Takes one call; the seconds to wait when there is none left. */
  takeCall(grantId: string): number
  /** Counts the patients that were shown; false once the connection has seen its share of the day. */
  takePatients(grantId: string, count: number): boolean
}

export interface QuotaOptions {
  callsPerMinute: number
  patientsPerDay: number
  /** False allows everything. */
  enabled: boolean
  now?: () => number
}

interface Use {
  minute: number
  calls: number
  day: number
  patients: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const MAX_REMEMBERED = 50_000

/**
 * Counts by the minute and the day, in this process: it keeps a connection that ran away from reading the whole clinic, and
 * is no protection against one that means harm: that is the access log's and the revocation's part.
 */
export function quota({ callsPerMinute, patientsPerDay, enabled, now = Date.now }: QuotaOptions): Quota {
  const uses = new LRUCache<string, Use>({ max: MAX_REMEMBERED })

  function useOf(grantId: string): Use {
    const [minute, day] = [Math.floor(now() / MINUTE_MS), Math.floor(now() / DAY_MS)]
    const use = uses.get(grantId) ?? { minute, calls: 0, day, patients: 0 }
    if (use.minute !== minute) Object.assign(use, { minute, calls: 0 })
    if (use.day !== day) Object.assign(use, { day, patients: 0 })
    uses.set(grantId, use)
    return use
  }

  return {
    takeCall(grantId) {
      const use = useOf(grantId)
      if (!enabled || use.calls++ < callsPerMinute) return 0
      return Math.ceil((MINUTE_MS - (now() % MINUTE_MS)) / 1_000)
    },
    takePatients(grantId, count) {
      const use = useOf(grantId)
      if (!enabled || use.patients + count <= patientsPerDay) {
        use.patients += count
        return true
      }
      return false
    },
  }
}
