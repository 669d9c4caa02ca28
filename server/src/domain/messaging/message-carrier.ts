import type { IncomingHttpHeaders } from 'node:http'
import type {
  COMMUNICATION_CHANNELS,
  MESSAGE_CHANNELS,
  TEMPLATE_CATEGORIES,
  TEMPLATE_STATUSES,
} from '@clinic/contract/communications.ts'
import type { ClinicFacts } from '../../kernel/tx.ts'
import type { ClinicProvider } from '../providers/clinic-provider.ts'

export type Channel = (typeof COMMUNICATION_CHANNELS)[number]
export type PhoneChannel = (typeof MESSAGE_CHANNELS)[number]

/** Why a message did not reach its recipient: a class that says whom to ask, never a text of the carrier's. */
export type MessageError =
  | 'carrier_not_configured'
  | 'carrier_refused_account'
  | 'carrier_unavailable'
  | 'content_refused'
  | 'recipient_unreachable'
  | 'template_refused'
  | 'too_many_messages'
  | 'window_closed'

/** What is said. A template is named as the carrier knows it; its text is for carriers that know none. */
export type Content =
  | { type: 'template'; name: string; language: string; variables: readonly string[]; text: string }
  | { type: 'text'; text: string }
  | { type: 'mail'; subject: string; text: string }

export interface Outgoing {
  /** The communication's id: the carrier is told it with every attempt, so that a repeated one can be known again. */
  reference: string
  /** E.164, or an e-mail address. */
  to: string
  content: Content
  /** Where the carrier reports what became of the message. */
  callbackUrl: string
}

/** What became of one attempt. `retry` may be tried again, after so many seconds where the carrier says so. */
export type SendOutcome =
  | { result: 'sent'; carrierId: string | null }
  | { result: 'refused'; error: MessageError }
  | { result: 'retry'; error: MessageError; afterSeconds?: number }

/** What a template is to be approved as. */
export interface TemplateDraft {
  name: string
  language: string
  category: string
  body: string
}

export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number]

/** A template as the carrier has it. */
export interface CarrierTemplate extends TemplateDraft {
  category: (typeof TEMPLATE_CATEGORIES)[number]
  status: TemplateStatus
  carrierId: string
}

/**
 * A company that carries messages, under the clinic's account there. One that knows a reference again carries it once;
 * another may carry a message twice when its answer was lost, and its adapter says so.
 */
export interface MessageCarrier {
  /** Never rejects for what the carrier or the network does. */
  send(message: Outgoing): Promise<SendOutcome>
  /** Hands a template in for approval; carriers without templates have none. */
  submitTemplate?(draft: TemplateDraft): Promise<{ carrierId: string; status: TemplateStatus } | undefined>
  /** The templates that the account has there; nothing where that cannot be found out now. */
  listTemplates?(): Promise<CarrierTemplate[] | undefined>
  /** Reads what the carrier sends to our address for it, or finds that it is not from the carrier. */
  read?(callback: Callback): CarrierNews[] | 'forged'
  /** What the carrier expects back when the address is entered there; nothing if it is not the carrier that asks. */
  answerChallenge?(query: Readonly<Record<string, unknown>>): string | undefined
}

export interface Callback {
  /** As the carrier called it, with its query. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** What a carrier tells by itself. */
export type CarrierNews =
  | {
      type: 'receipt'
      carrierId: string
      /** Ours, where the carrier gives it back. */
      reference: string | null
      status: 'sent' | 'delivered' | 'read' | 'failed'
      error: MessageError | null
      at: string
    }
  | {
      type: 'message'
      carrierId: string
      channel: PhoneChannel
      /** E.164. */
      from: string
      /** As the sender calls himself. */
      name: string | null
      kind: 'text' | 'image' | 'audio' | 'document'
      text: string | null
      at: string
    }
  | { type: 'template'; name: string; language: string; status: TemplateStatus }

/** The carriers that this program can speak to. */
export interface MessageCarriers {
  /** The clinic's carrier for a channel, or nothing where it has none that can be used. */
  connect(channel: Channel, provider: ClinicProvider | undefined, clinic: ClinicFacts): MessageCarrier | undefined
  /** The channel for which a clinic can have settings for the carrier of this name. */
  channelOf(provider: string): Channel | undefined
}
