import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localApi } from '../../../test/support/servers/local-api.ts'
import { twilioCarrier, twilioSignature } from './twilio.ts'

const api = await localApi(() => ({ status: 201, body: { sid: 'SM1', status: 'queued', error_code: null } }))
const settings = { accountSid: 'AC1', authToken: 'secret', from: '+15005550006' }
const options = { apiBase: api.url, deadlineMs: 20_000 }
const carrier = twilioCarrier(settings, options)
const hasty = twilioCarrier(settings, { ...options, deadlineMs: 300 })
const message = {
  reference: 'com_one',
  to: '+966500000001',
  content: { type: 'text', text: 'Your crown is ready & waiting.' },
  callbackUrl: 'https://clinic.test/callbacks/messages/twilio/cli_one',
} as const

test('sends a text from the number, with the address that is to hear of it', async () => {
  assert.deepEqual(await carrier.send(message), { result: 'sent', carrierId: 'SM1' })
  const asked = api.asked.at(-1)
  assert.deepEqual([asked?.method, asked?.path], ['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
  assert.equal(asked?.headers.authorization, `Basic ${Buffer.from('AC1:secret').toString('base64')}`)
  assert.deepEqual(Object.fromEntries(new URLSearchParams(asked?.body)), {
    To: '+966500000001',
    From: '+15005550006',
    Body: 'Your crown is ready & waiting.',
    StatusCallback: `${message.callbackUrl}?reference=com_one`,
  })
})

test('sends through a messaging service, and names no address that Twilio could not reach', async () => {
  const service = twilioCarrier({ ...settings, from: 'MG1' }, options)
  await service.send({ ...message, callbackUrl: 'http://localhost:4000/callbacks/messages/twilio/cli_one' })
  assert.deepEqual(Object.fromEntries(new URLSearchParams(api.asked.at(-1)?.body)), {
    To: '+966500000001',
    MessagingServiceSid: 'MG1',
    Body: 'Your crown is ready & waiting.',
  })
})

test('tells what may pass from what stays refused', async () => {
  const expected = [
    [400, 21211, 'refused', 'recipient_unreachable'],
    [400, 21610, 'refused', 'recipient_unreachable'],
    [401, 20003, 'refused', 'carrier_refused_account'],
    [400, 21617, 'refused', 'content_refused'],
    [429, 20429, 'retry', 'too_many_messages'],
    [403, 99999, 'refused', 'carrier_refused_account'],
    [500, 20500, 'retry', 'carrier_unavailable'],
  ] as const
  for (const [status, code, result, error] of expected) {
    api.next({ status, body: { code, message: 'not for us', status } })
    const outcome = await carrier.send(message)
    assert.deepEqual([outcome.result, 'error' in outcome && outcome.error], [result, error], String(code))
  }
  for (const reply of ['silence', 'cut'] as const) {
    api.next(reply)
    assert.deepEqual(await hasty.send(message), { result: 'retry', error: 'carrier_unavailable' })
  }
})

test('signs as the published example does', () => {
  // https://www.twilio.com/docs/usage/security, with its account's token and parameters.
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
    Digits: '1234',
    From: '+14158675310',
    To: '+18005551212',
  })
  assert.equal(
    twilioSignature('https://example.com/myapp.php?foo=1&bar=2', form, '12345'),
    'L/OH5YylLD5NRKLltdqwSvS0BnU=',
  )
})

const told = (fields: Record<string, string>, url: string = message.callbackUrl, token = 'secret') => {
  const form = new URLSearchParams(fields)
  return {
    url,
    headers: { 'x-twilio-signature': twilioSignature(url, form, token) },
    body: Buffer.from(form.toString()),
  }
}

test('reads statuses with our reference and the class of the error', () => {
  const url = `${message.callbackUrl}?reference=com_one`
  const read = (fields: Record<string, string>) => {
    const news = carrier.read?.(told({ MessageSid: 'SM1', ...fields }, url))
    return Array.isArray(news) && news.map(one => one.type === 'receipt' && [one.reference, one.status, one.error])
  }
  assert.deepEqual(read({ MessageStatus: 'delivered' }), [['com_one', 'delivered', null]])
  assert.deepEqual(read({ MessageStatus: 'undelivered', ErrorCode: '30007' }), [
    ['com_one', 'failed', 'content_refused'],
  ])
  assert.deepEqual(read({ MessageStatus: 'failed', ErrorCode: '1' }), [['com_one', 'failed', 'recipient_unreachable']])
  for (const MessageStatus of ['queued', 'sending', 'accepted']) assert.deepEqual(read({ MessageStatus }), [])
})

test('reads messages, save those of senders that cannot be answered', () => {
  const read = (From: string) => carrier.read?.(told({ MessageSid: 'SM2', SmsStatus: 'received', From, Body: 'نعم' }))
  const [message] = read('+966500000001') || []
  assert.ok(typeof message === 'object' && message.type === 'message')
  assert.deepEqual(
    [message.carrierId, message.channel, message.from, message.text],
    ['SM2', 'sms', '+966500000001', 'نعم'],
  )
  assert.deepEqual(read('BANK'), [])
})

test('reads nothing that was not signed with the account’s token for this very address', () => {
  const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' }
  assert.equal(carrier.read?.(told(fields, message.callbackUrl, 'another')), 'forged')
  assert.equal(carrier.read?.({ ...told(fields), url: `${message.callbackUrl}?reference=com_two` }), 'forged')
  assert.equal(carrier.read?.({ ...told(fields), headers: {} }), 'forged')
})
