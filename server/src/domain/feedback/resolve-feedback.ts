import type { Tx } from '../../kernel/tx.ts'
import type { FeedbackRow } from './submit-feedback.ts'

/** Notes that the clinic has dealt with the feedback, or that it has not after all. */
export async function resolveFeedback(
  tx: Tx,
  { id, resolved }: { id: string; resolved: boolean },
): Promise<FeedbackRow> {
  const before = await tx.lock('feedback', id)
  if (resolved === (before.resolved_at !== null)) return before
  return tx.update('feedback', id, { resolved_at: resolved ? tx.now : null })
}
