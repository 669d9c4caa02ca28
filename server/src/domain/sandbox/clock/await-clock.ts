import { CLOCK_WAIT_SECONDS } from '@clinic/contract/sandbox-clock.ts'
import type { Tx } from '../../../kernel/tx.ts'
import { readClock, type SandboxClock } from './read-clock.ts'

/** A run says by itself how it comes on; this is how long it may be silent before it is asked. */
const ASK_AGAIN_MS = 1_000

/** Waits until something was written in the clinic, or so long; says whether it may be waited for once more. */
export type WaitForNews = (companyId: string, ms: number) => Promise<boolean>

const isUnderWay = ({ run }: SandboxClock): boolean =>
  run !== null && (run.state === 'QUEUED' || run.state === 'RUNNING')

/** The clock once it has arrived, or as it stands after a while: then `status` says that it is still on its way. */
export async function awaitClock(
  tx: Tx,
  wait: WaitForNews,
  seconds = CLOCK_WAIT_SECONDS,
): Promise<{ status: 200 | 202; clock: SandboxClock }> {
  const end = performance.now() + seconds * 1_000
  for (;;) {
    const clock = await readClock(tx)
    if (!isUnderWay(clock)) return { status: 200, clock }
    const left = end - performance.now()
    if (left <= 0) return { status: 202, clock }
    // No request waits any more where the process is about to end, or too many do.
    if (!(await wait(tx.clinic.id, Math.min(ASK_AGAIN_MS, left)))) return { status: 202, clock }
  }
}
