import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { CommunicationRow } from '../messaging/communication.ts'
import type { PhoneChannel } from '../messaging/message-carrier.ts'
import { queueCommunication } from '../messaging/queue-communication.ts'
import type { ConversationRow } from './conversation.ts'

const DAY_MS = 86_400_000

export interface Answer {
  id: string
  channel: PhoneChannel
  text: string
  /** The member of staff who writes. */
  userId: string
}

/** Answers in a conversation. By WhatsApp that is possible for a day after the last message came in. */
export async function answerConversation(tx: Tx, { id, channel, text, userId }: Answer): Promise<CommunicationRow> {
  const thread = await tx.lock('conversation', id)
  if (channel === 'whatsapp' && !isWindowOpen(thread, tx.now))
    return refuse('invalid_state_transition', { from: 'window_closed', to: 'answered' })
  return queueCommunication(tx, { channel, phone: thread.phone, text, patientId: thread.patient_id, userId })
}

const isWindowOpen = ({ last_inbound_at: last }: ConversationRow, now: string): boolean =>
  last !== null && Date.parse(now) - Date.parse(last) < DAY_MS

/** Whoever looks at a conversation has seen what is in it. */
export async function seeConversation(tx: Tx, id: string): Promise<ConversationRow> {
  const thread = await tx.lock('conversation', id)
  return thread.unseen_count === 0 ? thread : tx.update('conversation', id, { unseen_count: 0 })
}

/** A blocked sender is not heard: nothing of it is unseen or opens the conversation again. */
export const blockConversation = (tx: Tx, id: string, blocked: boolean): Promise<ConversationRow> =>
  tx.update('conversation', id, blocked ? { blocked, unseen_count: 0 } : { blocked })
