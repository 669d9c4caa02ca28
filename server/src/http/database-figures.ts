import type { Observe } from '../db/observed-driver.ts'
import type { Timed } from '../kernel/timing.ts'

/** Times every message to the database. */
export const databaseTimes =
  (measure: (timed: Timed) => void): Observe =>
  operations => {
    const since = performance.now()
    const name = operations.length === 1 ? (operations[0]?.name ?? 'OTHER') : 'BATCH'
    return () => measure({ labels: [name], ms: performance.now() - since })
  }
