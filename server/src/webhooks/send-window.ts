/** How many attempts may be fresh at once: more sockets that wait for an answer cost both sides, and bring none sooner. */
const MOST_FRESH = 32
/**
 * An attempt that has not been answered by then is fresh no longer, so that slow receivers hold nobody up: where none
 * answers in time, some 7 500 begin in a second.
 */
const FRESH_MS = 4

/** Lets attempts begin a few at a time while they are answered quickly, and all of them soon while they are not. */
export interface SendWindow {
  /**
   * Calls `begin` when it is this attempt's turn, with what is to be called when it has ended: not before `begin` has
   * returned, or the next would begin inside it, and so on.
   */
  enter(begin: (left: () => void) => void): void
}

export function createSendWindow(most = MOST_FRESH, freshMs = FRESH_MS): SendWindow {
  /** Who waits, in the order of coming; those before `next` have gone. */
  const waiting: Parameters<SendWindow['enter']>[0][] = []
  let next = 0
  /** Attempts that are fresh, in the order of beginning. */
  const fresh = new Set<{ since: number }>()
  let ageing: NodeJS.Timeout | undefined

  function admit(): void {
    while (fresh.size < most && next < waiting.length) waiting[next++]?.(freshOne())
    if (next < waiting.length) {
      ageing ??= setTimeout(age, freshMs)
      return
    }
    waiting.length = next = 0
    clearTimeout(ageing)
    ageing = undefined
  }

  function freshOne(): () => void {
    const attempt = { since: performance.now() }
    fresh.add(attempt)
    return () => {
      if (fresh.delete(attempt) && waiting.length > 0) admit()
    }
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
      admit()
    },
  }
}
