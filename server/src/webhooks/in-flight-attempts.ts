/** What an attempt is made for; the same object from its begin to its end. */
export interface Attempted {
  endpoint_id: string
}

interface InFlightAttempt {
  suspect: boolean
  startedAt: number
  slow: boolean
}

/** After this long an attempt is likely to hang until its deadline. */
const SLOW_MS = 1000

/** Keeps attempts that were begun and have not ended. */
export function createInFlightAttempts(clock: () => number) {
  /** In the order of their start, so that every scan ends at the first that is not slow. */
  const attempts = new Map<Attempted, InFlightAttempt>()
  const byEndpoint = new Map<string, number>()
  const counts = { all: 0, suspects: 0, slow: 0 }

  function count(endpointId: string, change: 1 | -1): void {
    const now = (byEndpoint.get(endpointId) ?? 0) + change
    if (now === 0) byEndpoint.delete(endpointId)
    else byEndpoint.set(endpointId, now)
    counts.all += change
  }

  return {
    begin(attempted: Attempted, suspect: boolean): void {
      attempts.set(attempted, { suspect, startedAt: clock(), slow: false })
      count(attempted.endpoint_id, 1)
      if (suspect) counts.suspects++
    },
    /** False when it was not in flight. */
    end(attempted: Attempted): boolean {
      const attempt = attempts.get(attempted)
      if (!attempt) return false
      attempts.delete(attempted)
      count(attempted.endpoint_id, -1)
      if (attempt.suspect) counts.suspects--
      if (attempt.slow) counts.slow--
      return true
    },
    /** Marks those as slow that have been in flight for long by now. */
    markSlow(): void {
      const before = clock() - SLOW_MS
      for (const attempt of attempts.values()) {
        if (attempt.startedAt > before) return
        if (!attempt.slow) counts.slow++
        attempt.slow = true
      }
    },
    /** Kept up to date in place. */
    counts,
    byEndpoint: () => Object.fromEntries(byEndpoint),
    slowEndpoints: () => slowEndpointsOf(attempts),
  }
}

function slowEndpointsOf(attempts: ReadonlyMap<Attempted, InFlightAttempt>): string[] {
  const endpoints = new Set<string>()
  for (const [{ endpoint_id }, { slow }] of attempts) {
    if (!slow) break
    endpoints.add(endpoint_id)
  }
  return [...endpoints]
}
