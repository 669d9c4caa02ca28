import { refuse } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import type { ConversationRow } from '../conversations/conversation.ts'
import type { CommunicationRow } from './communication.ts'
import type { PhoneChannel } from './message-carrier.ts'
import { queueCommunication } from './queue-communication.ts'

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
