/** What an attempt is made for; the same object from its begin to its end. */
interface Attempted {
  endpoint_id: string
}

interface InFlightAttempt {
  suspect: boolean
  startedAt: number
  slow: boolean
}

/** What the next claim may take. */
export interface Capacity {
  limit: number
  /** Of those, for endpoints that have been failing. */
  suspects: number
  /** Endpoints that get nothing at the moment. */
  excluded: string[]
}

export type Slots = ReturnType<typeof createSlots>

const SUSPECT_SHARE = 0.3
/** After this long an attempt is likely to hang until its deadline. */
const SLOW_MS = 1000

/**
 * Counts attempts in flight; with what is still to be recorded they are never more than twice the slots. One that hangs
 * gives its slot back after a second, up to as many again, so that receivers that all stop answering at the same time
 * hold the others up for no longer than that; while many hang, their endpoints get nothing more.
 */
export function createSlots(slots: number, clock: () => number = () => performance.now()) {
  /** In the order of their start, so that every scan ends at the first that is not slow. */
  const attempts = new Map<Attempted, InFlightAttempt>()
  const byEndpoint = new Map<string, number>()
  let suspects = 0
  let slow = 0
  let unrecorded = 0
  const waiting: (() => void)[] = []

  const isDrained = () => attempts.size === 0 && unrecorded === 0

  /** Attempts in flight that were not known to be slow when capacity was last asked for. */
  const responsive = () => attempts.size - slow

  return {
    take(attempted: Attempted, suspect: boolean): void {
      attempts.set(attempted, { suspect, startedAt: clock(), slow: false })
      byEndpoint.set(attempted.endpoint_id, (byEndpoint.get(attempted.endpoint_id) ?? 0) + 1)
      if (suspect) suspects++
    },
    /** The attempt is over, or there was none; what became of it is still to be recorded. */
    end(attempted: Attempted): void {
      const attempt = attempts.get(attempted)
      if (!attempt) return
      attempts.delete(attempted)
      const left = (byEndpoint.get(attempted.endpoint_id) ?? 0) - 1
      if (left === 0) byEndpoint.delete(attempted.endpoint_id)
      else byEndpoint.set(attempted.endpoint_id, left)
      if (attempt.suspect) suspects--
      if (attempt.slow) slow--
      unrecorded++
    },
    /** The outcome of one that is over is recorded. */
    recorded(): void {
      unrecorded--
      if (isDrained()) for (const resolve of waiting.splice(0)) resolve()
    },
    capacity(): Capacity {
      slow += markSlow(attempts, clock() - SLOW_MS)
      return {
        limit: Math.max(0, Math.min(slots - responsive(), 2 * slots - attempts.size - unrecorded)),
        suspects: Math.max(0, Math.floor(slots * SUSPECT_SHARE) - suspects),
        excluded: slow > slots / 2 ? slowEndpointsOf(attempts) : [],
      }
    },
    inFlight: () => attempts.size,
    responsive,
    inFlightByEndpoint: () => Object.fromEntries(byEndpoint),
    /** Resolves when nothing is in flight, and everything is recorded. */
    drained: () => (isDrained() ? Promise.resolve() : new Promise<void>(resolve => waiting.push(resolve))),
  }
}

/** Marks those as slow that began before then; answers how many were not yet. */
function markSlow(attempts: ReadonlyMap<Attempted, InFlightAttempt>, before: number): number {
  let marked = 0
  for (const attempt of attempts.values()) {
    if (attempt.startedAt > before) break
    if (!attempt.slow) marked++
    attempt.slow = true
  }
  return marked
}

function slowEndpointsOf(attempts: ReadonlyMap<Attempted, InFlightAttempt>): string[] {
  const endpoints = new Set<string>()
  for (const [{ endpoint_id }, { slow }] of attempts) {
    if (!slow) break
    endpoints.add(endpoint_id)
  }
  return [...endpoints]
}
