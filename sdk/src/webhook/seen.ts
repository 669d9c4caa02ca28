/**
 * Which events were dealt with. Deliveries are at least once: the same event may come again, also while it is being dealt
 * with. `claim` answers true to the first who asks, false where it is done, and `running` where another is still at it.
 */
export interface Seen {
  claim(id: string): Claimed | Promise<Claimed>
  /** The handler failed: the next delivery of it is to be dealt with. */
  release(id: string): unknown
  /** The handler is done. */
  settle?(id: string): unknown
}
export type Claimed = boolean | 'running'

/** How many events the memory of one process holds; the oldest that are done are forgotten first. */
const MOST = 10_000

/** What one process remembers, which is enough for one process. Several need a table that they share. */
export function memory(most = MOST): Seen {
  const events = new Map<string, 'running' | 'done'>()
  const forget = () => {
    for (const [id, state] of events) {
      if (events.size <= most) return
      if (state === 'done') events.delete(id)
    }
  }
  return {
    claim(id) {
      const state = events.get(id)
      if (state !== undefined) return state === 'running' ? 'running' : false
      events.set(id, 'running')
      forget()
      return true
    },
    release: id => events.delete(id),
    settle: id => events.set(id, 'done'),
  }
}
