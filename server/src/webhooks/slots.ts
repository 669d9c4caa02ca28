import { type Attempted, createInFlightAttempts } from './in-flight-attempts.ts'

/** What the next claim may take. */
export interface Capacity {
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
  /** The outcome of one that is over is recorded. */
  recorded(): void
  capacity(): Capacity
  inFlight(): number
  /** Of those, how many were not known to be slow when capacity was last asked for. */
  responsive(): number
  inFlightByEndpoint(): Record<string, number>
  /** Resolves when nothing is in flight, and everything is recorded. */
  drained(): Promise<void>
}

const SUSPECT_SHARE = 0.3

/**
 * Counts attempts in flight; with what is still to be recorded they are never more than twice the slots. One that hangs
 * gives its slot back after a second, up to as many again, so that receivers that all stop answering at the same time
 * hold the others up for no longer than that; while many hang, their endpoints get nothing more.
 */
export function createSlots(slots: number, clock: () => number = () => performance.now()): Slots {
  const attempts = createInFlightAttempts(clock)
  const { counts } = attempts
  const waiting: (() => void)[] = []
  let unrecorded = 0

  const responsive = () => counts.all - counts.slow
  const isDrained = () => counts.all === 0 && unrecorded === 0

  return {
    take: attempts.begin,
    end(attempted) {
      if (attempts.end(attempted)) unrecorded++
    },
    recorded() {
      unrecorded--
      if (isDrained()) for (const resolve of waiting.splice(0)) resolve()
    },
    capacity() {
      attempts.markSlow()
      return {
        limit: Math.max(0, Math.min(slots - responsive(), 2 * slots - counts.all - unrecorded)),
        suspects: Math.max(0, Math.floor(slots * SUSPECT_SHARE) - counts.suspects),
        excluded: counts.slow > slots / 2 ? attempts.slowEndpoints() : [],
      }
    },
    inFlight: () => counts.all,
    responsive,
    inFlightByEndpoint: attempts.byEndpoint,
    drained: () => (isDrained() ? Promise.resolve() : new Promise(resolve => waiting.push(resolve))),
  }
}
