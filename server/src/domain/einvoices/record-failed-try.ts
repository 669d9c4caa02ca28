import type { Tx } from '../../kernel/tx.ts'
import { lockWithInvoice, MOST_TRIES, submissionStatus } from './submission.ts'

/** The staff reads what came instead of an answer, as far as a line goes. */
const LONGEST = 300

interface FailedTry {
  /** How many there were, this one included. */
  tries: number
  /** What came instead of an answer; null where nothing did. */
  failure: string | null
}

/** Keeps that a report was not answered; after the last try it waits for the staff. What was answered meanwhile stays so. */
export async function recordFailedTry(tx: Tx, id: string, { tries, failure }: FailedTry): Promise<void> {
  const before = await lockWithInvoice(tx, id)
  const status = submissionStatus(before.status)
  if (status !== 'PENDING' && status !== 'IN_PROGRESS') return
  await tx.update('einvoice_submission', id, {
    tries: Math.min(tries, MOST_TRIES),
    last_failure: failure?.slice(0, LONGEST) ?? null,
    given_up_at: tries < MOST_TRIES ? null : tx.now,
  })
}
