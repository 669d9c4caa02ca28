import type { Selectable } from 'kysely'
import type { Database } from '../../db/builder.ts'

export type ConversationRow = Selectable<Database['conversation']>

/** What every event of a conversation tells (contract section 8). */
export const conversationFacts = (row: ConversationRow) => ({
  id: row.id,
  assignedToId: row.assigned_to_id,
  resolved: row.resolved,
})
