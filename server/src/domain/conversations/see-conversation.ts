import type { Tx } from '../../kernel/tx.ts'
import type { ConversationRow } from './conversation.ts'

/** A member of staff who looks at a conversation has seen what is in it. */
export async function seeConversation(tx: Tx, id: string): Promise<ConversationRow> {
  const thread = await tx.lock('conversation', id)
  return thread.unseen_count === 0 ? thread : tx.update('conversation', id, { unseen_count: 0 })
}
