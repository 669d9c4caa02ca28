/** What an attempt is made for; one object for all that is said of it. */
export interface Attempted {
  endpoint_id: string
}

/** An attempt under way. */
interface Flight {
  suspect: boolean
  startedAt: number
  slow: boolean
}

/** Room for attempts under way: what the next claim may take. */
export interface Room {
  limit: number
  /** Of those, for endpoints that have been failing. */
  suspects: number
  /** Endpoints that get nothing at the moment. */
  excluded: string[]
}

export interface Slots {
  take(attempted: Attempted, suspect: boolean): void
  /** The attempt is over, or there was none; what became of it is still to be recorded. */
  end(attempted: Attempted): void
  /** One that is over is recorded. */
  free(): void
  room(): Room
  inFlight(): number
  /** Of those, how many were not known to hang when room was last asked for. */
  moving(): number
  /** The same by endpoint. */
  underWay(): Record<string, number>
  /** Resolves when nothing is under way, and everything is recorded. */
  empty(): Promise<void>
}

/** After this long an attempt is likely to hang until its deadline. */
const SLOW_MS = 1000
const SUSPECT_SHARE = 0.3

/**
 * Counts attempts under way; with what is still to be recorded they are never more than twice the slots. One that hangs
 * gives its slot back after a second, up to as many again, so that receivers that all stop answering at once hold the
 * others up for no longer than that; while many hang, their endpoints get nothing more.
 */
export function createSlots(slots: number, clock: () => number = () => performance.now()): Slots {
  const flights = new Map<Attempted, Flight>()
  const underWay = new Map<string, number>()
  const emptied: (() => void)[] = []
  let unrecorded = 0
  let suspects = 0
  let slow = 0

  /** Flights are kept in the order of their start, so the scan ends at the first that is not slow yet. */
  function markSlow(): void {
    const before = clock() - SLOW_MS
    for (const flight of flights.values()) {
      if (flight.startedAt > before) return
      if (!flight.slow) slow++
      flight.slow = true
    }
  }

  const moving = () => flights.size - slow
  const isEmpty = () => flights.size === 0 && unrecorded === 0

  function count(endpointId: string, change: 1 | -1): void {
    const now = (underWay.get(endpointId) ?? 0) + change
    if (now === 0) underWay.delete(endpointId)
    else underWay.set(endpointId, now)
  }

  function hanging(): string[] {
    const endpoints = new Set<string>()
    for (const [{ endpoint_id }, { slow }] of flights) {
      if (!slow) break
      endpoints.add(endpoint_id)
    }
    return [...endpoints]
  }

  return {
    take(attempted, suspect) {
      flights.set(attempted, { suspect, startedAt: clock(), slow: false })
      count(attempted.endpoint_id, 1)
      if (suspect) suspects++
    },
    end(attempted) {
      const flight = flights.get(attempted)
      if (!flight) return
      flights.delete(attempted)
      unrecorded++
      count(attempted.endpoint_id, -1)
      if (flight.suspect) suspects--
      if (flight.slow) slow--
    },
    free() {
      unrecorded--
      if (isEmpty()) for (const resolve of emptied.splice(0)) resolve()
    },
    room() {
      markSlow()
      return {
        limit: Math.max(0, Math.min(slots - moving(), 2 * slots - flights.size - unrecorded)),
        suspects: Math.max(0, Math.floor(slots * SUSPECT_SHARE) - suspects),
        excluded: slow > slots / 2 ? hanging() : [],
      }
    },
    inFlight: () => flights.size,
    moving,
    underWay: () => Object.fromEntries(underWay),
    empty: () => (isEmpty() ? Promise.resolve() : new Promise(resolve => emptied.push(resolve))),
  }
}
