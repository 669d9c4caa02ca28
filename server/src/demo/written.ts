import { preview } from '../domain/messaging/template-text.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { MINUTE_MS } from '../kernel/values/zone.ts'
import { iso } from './clock.ts'
import type { DemoContext } from './context.ts'

const FAILURES = ['recipient_unreachable', 'carrier_unavailable'] as const

export type MessageRow = RowsOf<'conversation_message'>[number]
export type CommunicationRow = RowsOf<'communication'>[number]

/** A person with a phone, and when they last wrote with the clinic. */
export interface Counterpart {
  phone: string
  name: string | null
  patientId: string | null
  leadId: string | null
  lastMs: number
}

export interface Place {
  conversationId: string
  counterpart: Counterpart
  channel: 'whatsapp' | 'sms'
  /** Of the conversation, and of the message in it. */
  words: [conversation: number, message: number]
}

export const stamped = (at: number, until = at) => ({ created_at: iso(at), updated_at: iso(until) })

/** What a person wrote to the clinic. */
export function inbound(
  { id }: DemoContext,
  { conversationId, channel, words }: Place,
  text: string,
  at: number,
): MessageRow {
  return {
    id: id('conversation_message', ...words),
    conversation_id: conversationId,
    direction: 'INBOUND',
    channel,
    type: 'text',
    text,
    template_id: null,
    template_text: null,
    status: 'delivered',
    error_code: null,
    sent_by_id: null,
    communication_id: null,
    carrier_id: `demo_${words.join('_')}`,
    sent_at: iso(at),
    delivered_at: null,
    read_at: null,
    ...stamped(at),
  }
}

interface Content {
  text: string
  templateId?: string | null
  /** The template before its values. */
  templateText?: string
  variables?: string[]
}

/** What the clinic wrote, and the communication that sent it; a few do not arrive. */
export function outbound(
  context: DemoContext,
  { conversationId, counterpart, channel, words }: Place,
  { text, templateId = null, templateText, variables = [] }: Content,
  at: number,
): { message: MessageRow; communication: CommunicationRow } {
  const { id, random, now } = context
  const failed = random.chance(0.03)
  const error = failed ? random.pick(FAILURES) : null
  const delivered = Math.min(now, at + random.integer(2, 90) * 1000)
  const read = random.chance(0.8) ? Math.min(now, delivered + random.integer(1, 200) * MINUTE_MS) : null
  const communicationId = id('communication', ...words)
  const last = failed ? at : (read ?? delivered)
  return {
    communication: {
      id: communicationId,
      channel,
      state: failed ? 'FAILED' : 'SENT',
      attempts: failed && error === 'carrier_unavailable' ? 5 : 1,
      template_id: templateId,
      variables,
      subject: null,
      text,
      content_preview: preview(text),
      template_preview: templateText === undefined ? null : preview(templateText),
      error_code: error,
      sent_at: failed ? null : iso(at),
      patient_id: counterpart.patientId,
      lead_id: counterpart.leadId,
      ...stamped(at),
    },
    message: {
      id: id('conversation_message', ...words),
      conversation_id: conversationId,
      direction: 'OUTBOUND',
      channel,
      type: templateId === null ? 'text' : 'template',
      text,
      template_id: templateId,
      template_text: templateText ?? null,
      status: failed ? 'failed' : read === null ? 'delivered' : 'read',
      error_code: error,
      sent_by_id: null,
      communication_id: communicationId,
      carrier_id: `demo_${words.join('_')}`,
      sent_at: failed ? null : iso(at),
      delivered_at: failed ? null : iso(delivered),
      read_at: failed || read === null ? null : iso(read),
      ...stamped(at, last),
    },
  }
}
