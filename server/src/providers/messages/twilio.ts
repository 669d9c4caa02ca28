import { createHmac } from 'node:crypto'
import type {
  Callback,
  CarrierNews,
  MessageCarrier,
  MessageError,
  Outgoing,
} from '../../domain/messaging/message-carrier.ts'
import type { ProviderSettings } from '../../domain/providers/clinic-provider.ts'
import { basicAuthorization, providerApi, type RemoteOptions } from '../exchange.ts'
import { meanings, textAt, valueAt } from '../json.ts'
import { isSame } from '../signed-body.ts'
import { type AnswerReader, receiptOf, sendOutcome } from './carrier-answer.ts'

/**
 * SMS by Twilio: https://www.twilio.com/docs/messaging/api/message-resource. `from` is a number, a registered sender name
 * or a messaging service (`MG…`). It takes no idempotency key: a message whose answer was lost is sent again, so it can
 * arrive twice. Our reference comes back with every status, which settles such a message where it did arrive.
 */
export function twilioCarrier(settings: ProviderSettings, options: RemoteOptions): MessageCarrier {
  const { accountSid = '', authToken = '' } = settings
  const ask = providerApi('twilio', options, { authorization: basicAuthorization(accountSid, authToken) })
  const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  return {
    send: message => sendOutcome(ask('POST', path, formOf(message, settings)), ANSWER),
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

/** https://www.twilio.com/docs/api/errors */
const ERRORS = meanings<MessageError>([
  ['recipient_unreachable', [21211, 21214, 21408, 21610, 21612, 21614, 30003, 30004, 30005, 30006]],
  ['carrier_refused_account', [20003, 20005, 21603, 21606, 21659, 21660, 21703, 30002, 30034]],
  ['content_refused', [21602, 21605, 21617, 21619, 30007]],
  ['too_many_messages', [14107, 20429, 30001, 30022]],
])

const ANSWER: AnswerReader = {
  carrierId: body => textAt(body, 'sid'),
  error: body => ERRORS.get(Number(valueAt(body, 'code'))),
}

/** https://www.twilio.com/docs/usage/security: the address as it was called, then every parameter in order. */
export function twilioSignature(url: string, form: URLSearchParams, authToken: string): string {
  const parameters = [...form].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const text = url + parameters.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(text).digest('base64')
}

function readTwilio({ url, headers, body }: Callback, authToken: string): CarrierNews[] | 'forged' {
  const form = new URLSearchParams(body.toString())
  const given = String(headers['x-twilio-signature'])
  if (authToken === '' || !isSame(twilioSignature(url, form, authToken), given)) return 'forged'
  const [carrierId, at] = [form.get('MessageSid'), new Date().toISOString()]
  if (carrierId === null) return []
  const status = form.get('MessageStatus') ?? form.get('SmsStatus') ?? ''
  if (status === 'received') return inbound(form, carrierId, at)
  const reference = new URL(url).searchParams.get('reference')
  const error = ERRORS.get(Number(form.get('ErrorCode')))
  return receiptOf(status === 'undelivered' ? 'failed' : status, error, { carrierId, reference, at })
}

function inbound(form: URLSearchParams, carrierId: string, at: string): CarrierNews[] {
  const from = form.get('From') ?? ''
  // Short codes and sender names cannot be answered.
  if (!/^\+[1-9]\d{6,14}$/.test(from)) return []
  const text = form.get('Body')
  return [{ type: 'message', carrierId, channel: 'sms', from, name: null, kind: 'text', text, at }]
}
