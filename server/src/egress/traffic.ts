import type { ExchangeEvents } from './exchange.ts'
import type { Outcome } from './outcome.ts'

/** Since the start, save `inFlight`. `refused` never left; `reused` found a connection already open. */
export type EgressStats = { requests: number; refused: number; inFlight: number; connections: number; reused: number }

/** Counts what goes out, and knows when all of it has ended. */
export type Traffic = {
  enter(settle: (outcome: Outcome) => void): ExchangeEvents
  connected(): void
  refused(): void
  stats(): EgressStats
  ending(): boolean
  /** Takes no more from now on; resolves when the last exchange has ended. */
  end(): Promise<void>
}

export function createTraffic(): Traffic {
  const counts = { requests: 0, refused: 0, inFlight: 0, connections: 0 }
  let startedCount = 0
  let empty: PromiseWithResolvers<void> | null = null

  const started = () => {
    startedCount++
  }
  const countEnd = () => {
    counts.inFlight--
    if (counts.inFlight === 0) empty?.resolve()
  }

  return {
    enter: settle => {
      counts.requests++
      counts.inFlight++
      return {
        started,
        ended: outcome => {
          settle(outcome)
          countEnd()
        },
      }
    },
    connected: () => {
      counts.connections++
    },
    refused: () => {
      counts.refused++
    },
    stats: () => ({ ...counts, reused: Math.max(0, startedCount - counts.connections) }),
    ending: () => empty !== null,
    end: () => {
      empty ??= Promise.withResolvers()
      if (counts.inFlight === 0) empty.resolve()
      return empty.promise
    },
  }
}
