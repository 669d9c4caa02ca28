import { conversationAssigned, conversationResolved, type updateConversation } from '@clinic/contract/conversations.ts'
import type { Input } from '@clinic/contract/kernel.ts'
import { changeRecord } from '../../kernel/change-record.ts'
import type { Tx } from '../../kernel/tx.ts'
import { type ConversationRow, conversationFacts } from './conversation.ts'

/** Assigns, unassigns, resolves or opens a conversation. Resolving it means that nothing in it is unseen. */
export async function changeConversation(
  tx: Tx,
  { id, assignedToId, resolved }: Input<typeof updateConversation>,
): Promise<ConversationRow> {
  const before = await tx.lock('conversation', id)
  const assigns = assignedToId !== undefined && assignedToId !== before.assigned_to_id
  const settles = resolved !== undefined && resolved !== before.resolved
  if (!assigns && !settles) return before
  const after = await tx.update('conversation', id, {
    ...(assigns && { assigned_to_id: assignedToId }),
    ...(settles && { resolved }),
    ...(settles && resolved && { unseen_count: 0 }),
    last_activity_at: tx.now,
  })
  if (assigns) tx.emit(conversationAssigned, conversationFacts(after), { assignedToId: before.assigned_to_id })
  if (settles && resolved) tx.emit(conversationResolved, conversationFacts(after), { resolved: false })
  return after
}

/** A member of staff who looks at a conversation has seen what is in it. */
export const seeConversation = async (tx: Tx, id: string): Promise<ConversationRow> =>
  changeRecord(tx, 'conversation', await tx.lock('conversation', id), { unseen_count: 0 })

/** A blocked sender is not heard: nothing of it is unseen or opens the conversation again. */
export const blockConversation = (tx: Tx, id: string, blocked: boolean): Promise<ConversationRow> =>
  tx.update('conversation', id, blocked ? { blocked, unseen_count: 0 } : { blocked })
