import { createHmac } from 'node:crypto'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { Callback, CarrierNews, TemplateStatus } from '../../domain/messaging/message-carrier.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import { jsonOf } from '../json-of.ts'
import { isSame } from '../signed-body.ts'
import { whatsAppError } from './whatsapp-errors.ts'

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks */

type Json = Readonly<Record<string, unknown>>

const recordsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** When the address is entered: the challenge goes back to a caller that knows the token that was entered with it. */
export function answerChallenge(query: Json, { verifyToken = '' }: ProviderSettings): string | undefined {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  const isOurs = mode === 'subscribe' && verifyToken !== '' && isSame(verifyToken, String(token))
  return isOurs && typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined
}

/** What WhatsApp tells: messages, statuses of ours, and decisions on templates. Signed with the secret of the app. */
export function readWhatsApp({ headers, body }: Callback, settings: ProviderSettings): CarrierNews[] | 'forged' {
  const { appSecret = '', phoneNumberId } = settings
  const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  if (appSecret === '' || !isSame(signature, String(headers['x-hub-signature-256']))) return 'forged'
  const sent = jsonOf(body)
  const changes = recordsIn(isRecord(sent) ? sent.entry : undefined).flatMap(entry => recordsIn(entry.changes))
  return changes.flatMap(({ field, value }) => {
    if (!isRecord(value)) return []
    if (field === 'message_template_status_update') return templateNews(value)
    // One app may serve several numbers, and each reports to every clinic's address.
    const isOurs = isRecord(value.metadata) && value.metadata.phone_number_id === phoneNumberId
    return field === 'messages' && isOurs ? [...recordsIn(value.statuses).flatMap(receipt), ...messages(value)] : []
  })
}

/** Seconds since 1970, in text. */
const timeOf = ({ timestamp }: Json): string => {
  const ms = Number(timestamp) * 1000
  return new Date(Number.isSafeInteger(ms) && ms > 0 ? ms : Date.now()).toISOString()
}

const RECEIPTS = ['sent', 'delivered', 'read', 'failed'] as const

function receipt(status: Json): CarrierNews[] {
  const known = RECEIPTS.find(each => each === status.status)
  if (!known || typeof status.id !== 'string') return []
  const [error] = recordsIn(status.errors)
  return [
    {
      type: 'receipt',
      carrierId: status.id,
      reference: textOf(status.biz_opaque_callback_data),
      status: known,
      error: known === 'failed' ? (whatsAppError(Number(error?.code)) ?? 'recipient_unreachable') : null,
      at: timeOf(status),
    },
  ]
}

const KINDS = { text: 'text', image: 'image', audio: 'audio', voice: 'audio', document: 'document' } as const
const isKind = (type: unknown): type is keyof typeof KINDS => typeof type === 'string' && Object.hasOwn(KINDS, type)

function messages(value: Json): CarrierNews[] {
  const names = new Map(recordsIn(value.contacts).map(({ wa_id, profile }) => [wa_id, profile]))
  return recordsIn(value.messages).flatMap((message): CarrierNews[] => {
    const { id, from, type } = message
    if (typeof id !== 'string' || typeof from !== 'string' || !/^[1-9]\d{6,14}$/.test(from)) return []
    const profile = names.get(from)
    const kind = isKind(type) ? KINDS[type] : 'text'
    return [
      {
        type: 'message',
        carrierId: id,
        channel: 'whatsapp',
        from: `+${from}`,
        name: isRecord(profile) ? textOf(profile.name) : null,
        kind,
        text: wordsOf(message),
        at: timeOf(message),
      },
    ]
  })
}

/** What was written: the text, the caption of a picture, or the button that was pressed. */
function wordsOf(message: Json): string | null {
  const { text, button, interactive } = message
  const media = [message.image, message.document].find(isRecord)
  if (isRecord(text)) return textOf(text.body)
  if (isRecord(button)) return textOf(button.text)
  if (isRecord(interactive)) {
    const choice = [interactive.button_reply, interactive.list_reply].find(isRecord)
    return textOf(choice?.title)
  }
  return textOf(media?.caption)
}

const TEMPLATE_STATUSES: Readonly<Record<string, TemplateStatus>> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
  UNLOCKED: 'APPROVED',
  PENDING: 'PENDING',
  IN_APPEAL: 'PENDING',
  REJECTED: 'REJECTED',
  PAUSED: 'PAUSED',
  LOCKED: 'PAUSED',
  DISABLED: 'DISABLED',
  ARCHIVED: 'DISABLED',
  PENDING_DELETION: 'DISABLED',
  DELETED: 'DISABLED',
}

/** What the carrier's word for a template's status means here; nothing for a word that leaves it as it is. */
export const templateStatusOf = (word: string): TemplateStatus | undefined =>
  Object.hasOwn(TEMPLATE_STATUSES, word) ? TEMPLATE_STATUSES[word] : undefined

function templateNews(value: Json): CarrierNews[] {
  const { event, message_template_name: name, message_template_language: language } = value
  const status = templateStatusOf(String(event))
  if (!status || typeof name !== 'string' || typeof language !== 'string') return []
  return [{ type: 'template', name, language, status }]
}
