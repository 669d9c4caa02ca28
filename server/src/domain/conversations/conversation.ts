import type { TableRow } from '../../db/tables.ts'

export type ConversationRow = TableRow<'conversation'>

/** What every event of a conversation tells (contract section 8). */
export const conversationFacts = (row: ConversationRow) => ({
  id: row.id,
  assignedToId: row.assigned_to_id,
  resolved: row.resolved,
})
