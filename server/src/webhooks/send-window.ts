/** How many attempts may be fresh at once: more sockets that wait for an answer cost both sides, and bring none sooner. */
const MOST_FRESH = 32
/**
 * An attempt that has not been answered by then is fresh no longer, so that slow receivers hold nobody up: where none
 * answers in time, still more begin in a second than a worker can send.
 */
const FRESH_MS = 2

/** Lets attempts begin a few at a time while they are answered quickly, and all of them soon while they are not. */
export interface SendWindow {
  /** Calls `begin` when it is this attempt's turn, with what is to be called when it has ended. */
  enter(begin: (left: () => void) => void): void
}

export function createSendWindow(most = MOST_FRESH, freshMs = FRESH_MS): SendWindow {
  /** Who waits, in the order of coming; those before `next` have gone. */
  const waiting: Parameters<SendWindow['enter']>[0][] = []
  let next = 0
  /** Attempts that are fresh, in the order of beginning. */
  const fresh = new Set<{ since: number }>()
  let ageing: NodeJS.Timeout | undefined
  let admitting = false

  function admit(): void {
    admitting = false
    const since = performance.now()
    while (fresh.size < most && next < waiting.length) waiting[next++]?.(freshOne(since))
    if (next < waiting.length) {
      ageing ??= setTimeout(age, freshMs)
      return
    }
    waiting.length = next = 0
    clearTimeout(ageing)
    ageing = undefined
  }

  function freshOne(since: number): () => void {
    const attempt = { since }
    fresh.add(attempt)
    return () => {
      if (fresh.delete(attempt) && waiting.length > 0) admitSoon()
    }
  }

  /** What ends within one turn of the event loop makes room together: to read and to send in turns costs more. */
  function admitSoon(): void {
    if (admitting) return
    admitting = true
    setImmediate(admit)
  }

  function age(): void {
    ageing = undefined
    const before = performance.now() - freshMs
    for (const attempt of fresh) {
      if (attempt.since > before) break
      fresh.delete(attempt)
    }
    admit()
  }

  return {
    enter(begin) {
      waiting.push(begin)
      admitSoon()
    },
  }
}
