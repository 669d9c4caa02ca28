import { createHmac } from 'node:crypto'
import type { Callback, CarrierNews, MessageError, TemplateStatus } from '../../domain/messaging/message-carrier.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import { jsonOf, meanings, recordsAt, textAt, valueAt } from '../json.ts'
import { isSame } from '../signed-body.ts'
import { receiptOf } from './carrier-answer.ts'

/** https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks */

type Json = Readonly<Record<string, unknown>>

/** https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const ERRORS = meanings<MessageError>([
  ['carrier_refused_account', [0, 3, 10, 190, 368, 131005, 131031, 131042, 131045, 133005, 133006, 133010]],
  ['carrier_unavailable', [1, 2, 131000, 131016, 131057, 133000, 133004]],
  ['content_refused', [33, 100, 131008, 131009, 131051, 131052, 131053, 135000]],
  ['recipient_unreachable', [130472, 130497, 131021, 131026, 131030, 131049, 131050]],
  ['template_refused', [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 132069]],
  ['too_many_messages', [4, 80007, 130429, 131048, 131056, 133016]],
  ['window_closed', [131047]],
])

/** What an error code of the API, or of a reported status, means; undefined for one that is not known. */
export const whatsAppError = (code: number): MessageError | undefined =>
  // A permission is missing, one for each of these codes.
  code >= 200 && code < 300 ? 'carrier_refused_account' : ERRORS.get(code)

/** When the address is entered: the challenge goes back to a caller that knows the token that was entered with it. */
export function answerChallenge(query: Json, { verifyToken = '' }: ProviderSettings): string | undefined {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  const isOurs = mode === 'subscribe' && verifyToken !== '' && isSame(verifyToken, String(token))
  return isOurs && typeof challenge === 'string' && /^[\w-]{1,200}$/.test(challenge) ? challenge : undefined
}

/** What WhatsApp tells: messages, statuses of ours, and decisions on templates. Signed with the secret of the app. */
export function readWhatsApp({ headers, body }: Callback, settings: ProviderSettings): CarrierNews[] | 'forged' {
  const { appSecret = '', phoneNumberId = '' } = settings
  const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  if (appSecret === '' || !isSame(signature, String(headers['x-hub-signature-256']))) return 'forged'
  const changes = recordsAt(jsonOf(body), 'entry').flatMap(entry => recordsAt(entry, 'changes'))
  return changes.flatMap(({ field, value }) => {
    if (field === 'message_template_status_update') return templateNews(value)
    // One app may serve several numbers, and each reports to every clinic's address.
    const isOurs = valueAt(value, 'metadata', 'phone_number_id') === phoneNumberId
    return field === 'messages' && isOurs ? [...recordsAt(value, 'statuses').flatMap(receipt), ...messages(value)] : []
  })
}

/** Seconds since 1970, in text. */
const timeOf = ({ timestamp }: Json): string => {
  const ms = Number(timestamp) * 1000
  return new Date(Number.isSafeInteger(ms) && ms > 0 ? ms : Date.now()).toISOString()
}

function receipt(status: Json): CarrierNews[] {
  const carrierId = textAt(status, 'id')
  if (carrierId === undefined) return []
  const reference = textAt(status, 'biz_opaque_callback_data') ?? null
  const error = whatsAppError(Number(valueAt(status, 'errors', 0, 'code')))
  return receiptOf(textAt(status, 'status'), error, { carrierId, reference, at: timeOf(status) })
}

/** All else comes as a text, with the words that it has. */
const KINDS = meanings<'image' | 'audio' | 'document'>([
  ['image', ['image']],
  ['audio', ['audio', 'voice']],
  ['document', ['document']],
])

function messages(value: unknown): CarrierNews[] {
  const names = new Map(
    recordsAt(value, 'contacts').map(contact => [contact.wa_id, textAt(contact, 'profile', 'name')]),
  )
  return recordsAt(value, 'messages').flatMap((message): CarrierNews[] => {
    const { id, from, type } = message
    if (typeof id !== 'string' || typeof from !== 'string' || !/^[1-9]\d{6,14}$/.test(from)) return []
    return [
      {
        type: 'message',
        carrierId: id,
        channel: 'whatsapp',
        from: `+${from}`,
        name: names.get(from) ?? null,
        kind: KINDS.get(type) ?? 'text',
        text: wordsOf(message),
        at: timeOf(message),
      },
    ]
  })
}

/** Where it stands what was written: the text, the button that was pressed, or the caption of a picture. */
const WORDS = [
  ['text', 'body'],
  ['button', 'text'],
  ['interactive', 'button_reply', 'title'],
  ['interactive', 'list_reply', 'title'],
  ['image', 'caption'],
  ['document', 'caption'],
]

const wordsOf = (message: Json): string | null =>
  WORDS.map(path => textAt(message, ...path)).find(words => words !== undefined) ?? null

const TEMPLATE_STATUSES = meanings<TemplateStatus>([
  ['APPROVED', ['APPROVED', 'REINSTATED', 'UNARCHIVED', 'UNLOCKED']],
  ['PENDING', ['PENDING', 'IN_APPEAL']],
  ['REJECTED', ['REJECTED']],
  ['PAUSED', ['PAUSED', 'LOCKED']],
  ['DISABLED', ['DISABLED', 'ARCHIVED', 'PENDING_DELETION', 'DELETED']],
])

/** What the carrier's word for a template's status means here; nothing for a word that leaves it as it is. */
export const templateStatusOf = (word: unknown): TemplateStatus | undefined => TEMPLATE_STATUSES.get(word)

function templateNews(value: unknown): CarrierNews[] {
  const status = templateStatusOf(valueAt(value, 'event'))
  const name = textAt(value, 'message_template_name')
  const language = textAt(value, 'message_template_language')
  if (!status || name === undefined || language === undefined) return []
  return [{ type: 'template', name, language, status }]
}
