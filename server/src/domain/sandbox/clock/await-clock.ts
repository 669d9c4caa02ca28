import { CLOCK_WAIT_SECONDS } from '@clinic/contract/sandbox-clock.ts'
import type { News } from '../../../kernel/sandbox-news.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { readClock, type SandboxClock } from './read-clock.ts'

/** A run says by itself how it comes on; this is how long it may be silent before it is asked. */
const ASK_AGAIN_MS = 1_000

/** Hears what is written in a clinic from when it is called. */
export type NewsOf = (companyId: string) => News

const isUnderWay = ({ run }: SandboxClock): boolean =>
  run !== null && (run.state === 'QUEUED' || run.state === 'RUNNING')

/** The clock once it has arrived, or as it stands after a while: then `status` says that it is still on its way. */
export async function awaitClock(
  tx: Tx,
  newsOf: NewsOf,
  seconds = CLOCK_WAIT_SECONDS,
): Promise<{ status: 200 | 202; clock: SandboxClock }> {
  const end = performance.now() + seconds * 1_000
  const news = newsOf(tx.clinic.id)
  try {
    for (;;) {
      const clock = await readClock(tx)
      if (!isUnderWay(clock)) return { status: 200, clock }
      const left = end - performance.now()
      const isOver = left <= 0 || (await news.next(Math.min(ASK_AGAIN_MS, left))) === 'over'
      if (isOver) return { status: 202, clock }
    }
  } finally {
    news.end()
  }
}
