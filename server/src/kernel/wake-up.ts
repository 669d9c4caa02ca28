import type { SharedConnections } from '../db/driver.ts'
import { sql } from '../db/statement.ts'

/** Heard by workers: there are new deliveries. */
export const WAKE_CHANNEL = 'webhook_due'

/** NOTIFY takes a lock of the whole database when it commits, so one call speaks for all of this span. */
const AT_MOST_EVERY_MS = 20

const notify = sql(`select pg_notify('${WAKE_CHANNEL}', '')`)([])

/** Wakes the workers: immediately, and then at most once per span. They look by themselves too, so a lost call is no harm. */
export function wakeUpCall(connections: SharedConnections): () => void {
  let pausing = false
  let wanted = false
  function call(): void {
    pausing = true
    connections.run(notify).catch(() => undefined)
    setTimeout(() => {
      pausing = false
      if (!wanted) return
      wanted = false
      call()
    }, AT_MOST_EVERY_MS).unref()
  }
  return () => {
    if (pausing) wanted = true
    else call()
  }
}
