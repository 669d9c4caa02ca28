import { MESSAGE_CHANNELS, type Message } from '@clinic/contract/communications.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import type { CommunicationRow } from '../domain/messaging/communication.ts'
import { knownWord } from '../kernel/values/known-word.ts'

export const presentMessage = (row: CommunicationRow): Static<typeof Message> => ({
  object: 'message',
  communicationId: row.id,
  channel: knownWord(MESSAGE_CHANNELS, row.channel),
  status: 'queued',
})
