import type { Tx } from '../../kernel/tx.ts'
import type { ConversationRow } from './conversation.ts'

/** A blocked sender is not heard: nothing of it is unseen or opens the conversation again. */
export const blockConversation = (tx: Tx, id: string, blocked: boolean): Promise<ConversationRow> =>
  tx.update('conversation', id, blocked ? { blocked, unseen_count: 0 } : { blocked })
