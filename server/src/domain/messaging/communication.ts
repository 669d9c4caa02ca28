import { COMMUNICATION_CHANNELS } from '@clinic/contract/communications.ts'
import type { TableRow } from '../../db/tables.ts'
import { wordOf } from '../../kernel/values/word-of.ts'

export type CommunicationRow = TableRow<'communication'>
export type TemplateRow = TableRow<'message_template'>

export const channelOf = wordOf(COMMUNICATION_CHANNELS)

/** What the events of a message tell (contract section 8). */
export const messageFacts = (row: CommunicationRow) => ({
  id: row.id,
  communicationId: row.id,
  channel: channelOf(row.channel),
  errorCode: row.error_code,
})
