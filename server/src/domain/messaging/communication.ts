import { COMMUNICATION_CHANNELS } from '@clinic/contract/communications.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/builder.ts'
import { knownWord } from '../../kernel/values/known-word.ts'
import type { Channel } from './message-carrier.ts'

export type CommunicationRow = Selectable<Database['communication']>
export type TemplateRow = Selectable<Database['message_template']>

/** The channel of a row. */
export const channelOf = ({ channel }: { channel: string }): Channel => knownWord(COMMUNICATION_CHANNELS, channel)

/** What the events of a message tell (contract section 8). */
export const messageFacts = (row: CommunicationRow) => ({
  id: row.id,
  communicationId: row.id,
  channel: channelOf(row),
  errorCode: row.error_code,
})
