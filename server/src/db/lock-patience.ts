import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** How long a migration may hold up others, and how often it tries. */
export interface LockPatience {
  /** What waits behind a lock that a migration waits for waits no longer than this. */
  lockMs: number
  tries: number
  /** Before the second try; it doubles with each further one. */
  pauseMs: number
}

/** Five minutes in all. */
export const LOCK_PATIENCE: LockPatience = { lockMs: 2_000, tries: 28, pauseMs: 500 }
const LONGEST_PAUSE_MS = 10_000

/** `lock_not_available`, `deadlock_detected`. */
const HELD = ['55P03', '40P01']

export const isHeld = (error: unknown): boolean => error instanceof pg.DatabaseError && HELD.includes(error.code ?? '')

/**
 * Runs what takes locks, again and again while others hold them: between two tries those who queued up behind it go on.
 * `attempt` leaves nothing behind when it fails.
 */
export async function withPatience(
  { tries, pauseMs }: LockPatience,
  attempt: () => Promise<void>,
  onWait: (ms: number) => void,
): Promise<void> {
  for (let failed = 1; ; failed++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isHeld(error) || failed >= tries) throw error
      const ms = Math.min(pauseMs * 2 ** (failed - 1), LONGEST_PAUSE_MS)
      onWait(ms)
      await delay(ms)
    }
  }
}
