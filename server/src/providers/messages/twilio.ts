import { createHmac } from 'node:crypto'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type {
  Callback,
  CarrierNews,
  MessageCarrier,
  MessageError,
  Outgoing,
  SendOutcome,
} from '../../domain/messaging/message-carrier.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import { type Answer, isSuccess, type RemoteOptions } from '../exchange.ts'
import { isSame } from '../signed-body.ts'
import { askCarrier, refusalOf, UNANSWERED } from './carrier-answer.ts'

/**
 * SMS by Twilio: https://www.twilio.com/docs/messaging/api/message-resource. `from` is a number, a registered sender name
 * or a messaging service (`MG…`). It takes no idempotency key: a message whose answer was lost is sent again, so it can
 * arrive twice. Our reference comes back with every status, which settles such a message where it did arrive.
 */
export const TWILIO_SETTINGS = ['accountSid', 'authToken', 'from'] as const

export function twilioCarrier(settings: ProviderSettings, { apiBase, deadlineMs }: RemoteOptions): MessageCarrier {
  const { accountSid = '', authToken = '' } = settings
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    send: async message =>
      outcomeOf(
        await askCarrier(`${apiBase}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
          body: formOf(message, settings).toString(),
          deadlineMs,
        }),
      ),
    read: callback => readTwilio(callback, authToken),
  }
}

function formOf({ to, content, callbackUrl, reference }: Outgoing, { from = '' }: ProviderSettings): URLSearchParams {
  const form = new URLSearchParams({ To: to, Body: content.text })
  form.set(from.startsWith('MG') ? 'MessagingServiceSid' : 'From', from)
  // Twilio refuses an address that it cannot reach, such as localhost's.
  if (callbackUrl.startsWith('https://')) form.set('StatusCallback', `${callbackUrl}?reference=${reference}`)
  return form
}

function outcomeOf(answer: Answer | undefined): SendOutcome {
  if (!answer) return UNANSWERED
  const body = isRecord(answer.body) ? answer.body : {}
  if (!isSuccess(answer)) return refusalOf(answer, ERRORS.get(Number(body.code)))
  return { result: 'sent', carrierId: typeof body.sid === 'string' ? body.sid : null }
}

/** https://www.twilio.com/docs/api/errors */
const CODES: readonly (readonly [error: MessageError, codes: readonly number[]])[] = [
  ['recipient_unreachable', [21211, 21214, 21408, 21610, 21612, 21614, 30003, 30004, 30005, 30006]],
  ['carrier_refused_account', [20003, 20005, 21603, 21606, 21659, 21660, 21703, 30002, 30034]],
  ['content_refused', [21602, 21605, 21617, 21619, 30007]],
  ['too_many_messages', [14107, 20429, 30001, 30022]],
]
const ERRORS = new Map(CODES.flatMap(([error, codes]) => codes.map((code): [number, MessageError] => [code, error])))

/** https://www.twilio.com/docs/usage/security: the address as it was called, then every parameter in order. */
export function twilioSignature(url: string, form: URLSearchParams, authToken: string): string {
  const parameters = [...form].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const text = url + parameters.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(text).digest('base64')
}

const STATUSES: Readonly<Record<string, 'sent' | 'delivered' | 'read' | 'failed'>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
}

function readTwilio({ url, headers, body }: Callback, authToken: string): CarrierNews[] | 'forged' {
  const form = new URLSearchParams(body.toString())
  const given = String(headers['x-twilio-signature'])
  if (authToken === '' || !isSame(twilioSignature(url, form, authToken), given)) return 'forged'
  const [carrierId, at] = [form.get('MessageSid'), new Date().toISOString()]
  if (carrierId === null) return []
  const status = form.get('MessageStatus') ?? form.get('SmsStatus') ?? ''
  if (status === 'received') return inbound(form, carrierId, at)
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined
  if (!known) return []
  const error = known === 'failed' ? (ERRORS.get(Number(form.get('ErrorCode'))) ?? 'recipient_unreachable') : null
  const reference = new URL(url).searchParams.get('reference')
  return [{ type: 'receipt', carrierId, reference, status: known, error, at }]
}

function inbound(form: URLSearchParams, carrierId: string, at: string): CarrierNews[] {
  const from = form.get('From') ?? ''
  // Short codes and sender names cannot be answered.
  if (!/^\+[1-9]\d{6,14}$/.test(from)) return []
  const text = form.get('Body')
  return [{ type: 'message', carrierId, channel: 'sms', from, name: null, kind: 'text', text, at }]
}
