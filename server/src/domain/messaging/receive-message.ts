import { conversationMessageReceived } from '@clinic/contract/conversations.ts'
import { sql } from '../../db/statement.ts'
import type { Tx } from '../../kernel/tx.ts'
import { newId } from '../../kernel/values/ids.ts'
import { stripControl } from '../../kernel/values/strip-control.ts'
import { conversationFacts } from '../conversations/conversation.ts'
import { countInbound, openThread } from '../conversations/thread.ts'
import type { CarrierNews } from './message-carrier.ts'

type Inbound = Extract<CarrierNews, { type: 'message' }>

const LONGEST_TEXT = 4096
const LONGEST_NAME = 200

/** Carriers tell the same thing twice when they are in doubt; their own id says so. */
const addOnce = sql(`
  insert into conversation_message
    (company_id, id, conversation_id, direction, channel, type, text, status, carrier_id, sent_at, created_at, updated_at)
  values ($1, $2, $3, 'INBOUND', $4, $5, $6, 'delivered', $7, $8, $9, $9)
  on conflict (company_id, carrier_id) do nothing returning id`)

/** Takes a message in: its conversation opens, or opens again, counts it as unseen, and the clinic's plugins are told. */
export async function receiveMessage(tx: Tx, message: Inbound): Promise<void> {
  const text = clean(message.text, LONGEST_TEXT)
  const thread = await openThread(tx, {
    phone: message.from,
    name: clean(message.name, LONGEST_NAME),
    language: text === null ? null : languageOf(text),
  })
  const { channel, kind, carrierId, at } = message
  const id = newId('cmg', Date.parse(tx.now))
  const added = await tx.sql(addOnce([tx.clinic.id, id, thread.id, channel, kind, text, carrierId, at, tx.now]))
  if (added.length === 0) return
  const counted = await countInbound(tx, thread)
  if (!counted.blocked) tx.emit(conversationMessageReceived, conversationFacts(counted))
}

/** What strangers write, without what would turn or break the text around it. */
const clean = (text: string | null, longest: number): string | null =>
  text === null ? null : [...stripControl(text)].slice(0, longest).join('') || null

/** The language of the first text, as far as its script tells. */
const languageOf = (text: string): string => (/\p{Script=Arabic}/u.test(text) ? 'ar' : 'en')
