import { MESSAGE_CHANNELS, type Message } from '@clinic/contract/communications.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { CommunicationRow } from '../domain/messaging/communication.ts'
import { wordOf } from '../kernel/values/word-of.ts'

const channelOf = wordOf(MESSAGE_CHANNELS)

export const presentMessage = (row: CommunicationRow): Static<typeof Message> => ({
  object: 'message',
  communicationId: row.id,
  channel: channelOf(row.channel),
  status: 'queued',
})
