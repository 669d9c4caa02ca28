import { setTimeout as delay } from 'node:timers/promises'
import type { Waiting } from '../db/migrate.ts'

interface Unfinished {
  /** What the start has passed over. */
  waiting: readonly Waiting[]
  /** Migrates again and answers what still waits. */
  again(): Promise<readonly Waiting[]>
  say(line: string): void
  signal: AbortSignal
  everyMs?: number
}

/** Applies what waits for backfills as soon as they are done. Ends when nothing waits, and rejects with the signal. */
export async function finishMigrations({ waiting, again, say, signal, everyMs = 60_000 }: Unfinished): Promise<void> {
  for (let left = waiting; left.length > 0; ) {
    await delay(everyMs, undefined, { signal, ref: false })
    left = await again().catch((error: Error) => {
      say(error.message)
      return left
    })
  }
}
