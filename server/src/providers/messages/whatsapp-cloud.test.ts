import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { localApi } from '../../../test/support/servers/local-api.ts'
import type { Content } from '../../domain/messaging/message-carrier.ts'
import { whatsAppCarrier } from './whatsapp-cloud.ts'

const api = await localApi(() => ({
  body: { messaging_product: 'whatsapp', contacts: [{ wa_id: '966500000001' }], messages: [{ id: 'wamid.one' }] },
}))
const settings = {
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  accessToken: 'EAA-secret',
  appSecret: 'app-secret',
  verifyToken: 'verify-me',
}
const options = { apiBase: `${api.url}/v23.0`, deadlineMs: 20_000 }
const carrier = whatsAppCarrier(settings, options)
const hasty = whatsAppCarrier(settings, { ...options, deadlineMs: 300 })
const send = (content: Content, by = carrier) =>
  by.send({ reference: 'com_one', to: '+966500000001', content, callbackUrl: 'https://clinic.test/callback' })
const reminder: Content = {
  ...{ type: 'template', name: 'reminder', language: 'ar', variables: ['سارة', '10:30'], text: 'not sent' },
}

test('sends a template with its values in order, our reference with it', async () => {
  assert.deepEqual(await send(reminder), { result: 'sent', carrierId: 'wamid.one' })
  const asked = api.asked.at(-1)
  assert.deepEqual([asked?.method, asked?.path], ['POST', '/v23.0/106540352242922/messages'])
  assert.equal(asked?.headers.authorization, 'Bearer EAA-secret')
  assert.deepEqual(JSON.parse(asked?.body ?? ''), {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '+966500000001',
    biz_opaque_callback_data: 'com_one',
    type: 'template',
    template: {
      name: 'reminder',
      language: { code: 'ar' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'سارة' },
            { type: 'text', text: '10:30' },
          ],
        },
      ],
    },
  })
  await send({ ...reminder, variables: [] })
  assert.deepEqual(JSON.parse(api.asked.at(-1)?.body ?? '').template.components, [])
})

test('sends a text without turning its links into previews', async () => {
  await send({ type: 'text', text: 'See https://example.com' })
  const { type, text } = JSON.parse(api.asked.at(-1)?.body ?? '')
  assert.deepEqual([type, text], ['text', { body: 'See https://example.com', preview_url: false }])
})

test('tells what may pass from what stays refused', async () => {
  const refusal = (code: number) => ({ status: 400, body: { error: { code, message: 'not for us', fbtrace_id: 'x' } } })
  const expected = [
    [130429, 'retry', 'too_many_messages'],
    [131016, 'retry', 'carrier_unavailable'],
    [131026, 'refused', 'recipient_unreachable'],
    [131047, 'refused', 'window_closed'],
    [132001, 'refused', 'template_refused'],
    [190, 'refused', 'carrier_refused_account'],
    [200, 'refused', 'carrier_refused_account'],
    [100, 'refused', 'content_refused'],
    [987654, 'refused', 'content_refused'],
  ] as const
  for (const [code, result, error] of expected) {
    api.next(refusal(code))
    const outcome = await send(reminder)
    assert.deepEqual([outcome.result, 'error' in outcome && outcome.error], [result, error], String(code))
  }
})

test('asks again after what says nothing of the message: silence, a cut connection, an answer that is none', async () => {
  for (const reply of ['silence', 'cut', { status: 503, body: 'down' }] as const) {
    api.next(reply)
    const outcome = await send(reminder, hasty)
    assert.deepEqual([outcome.result, 'error' in outcome && outcome.error], ['retry', 'carrier_unavailable'])
  }
  api.next({ status: 429, body: {} })
  assert.deepEqual(await send(reminder), { result: 'retry', error: 'too_many_messages', afterSeconds: undefined })
})

test('hands a template in with an example for each placeholder', async () => {
  api.next({ body: { id: '594425479261596', status: 'PENDING', category: 'UTILITY' } })
  const draft = { name: 'reminder', language: 'en', category: 'UTILITY', body: 'Hello {{1}}, at {{2}}. {{1}}!' }
  assert.deepEqual(await carrier.submitTemplate?.(draft), { carrierId: '594425479261596', status: 'PENDING' })
  const asked = api.asked.at(-1)
  assert.equal(asked?.path, '/v23.0/102290129340398/message_templates')
  assert.deepEqual(JSON.parse(asked?.body ?? '').components, [
    { type: 'BODY', text: draft.body, example: { body_text: [['example 1', 'example 2']] } },
  ])
  api.next({ status: 400, body: { error: { code: 100 } } })
  assert.equal(await carrier.submitTemplate?.(draft), undefined)
})

test('lists the templates that can be sent from here, page by page, or none when a page does not come', async () => {
  const body = { type: 'BODY', text: 'Hello {{1}}' }
  const whole = { id: '1', name: 'a', language: 'en', category: 'UTILITY', status: 'APPROVED', components: [body] }
  const first = [
    whole,
    { ...whole, name: 'header', components: [{ type: 'HEADER', format: 'IMAGE' }, body] },
    { ...whole, name: 'named', parameter_format: 'NAMED' },
  ]
  const second = [{ ...whole, id: '2', name: 'b', status: 'PAUSED', components: [body, { type: 'FOOTER', text: 'x' }] }]
  const pages = [
    { body: { data: first, paging: { cursors: { after: 'next-page' }, next: 'https://elsewhere.example' } } },
    { body: { data: second, paging: { cursors: { after: 'end' } } } },
  ]
  api.next(...pages)
  const listed = await carrier.listTemplates?.()
  assert.deepEqual(
    listed?.map(({ name, status, body }) => [name, status, body]),
    [
      ['a', 'APPROVED', 'Hello {{1}}'],
      ['b', 'PAUSED', 'Hello {{1}}'],
    ],
  )
  assert.match(api.asked.at(-1)?.path ?? '', /^\/v23\.0\/102290129340398\/message_templates\?.*after=next-page$/)
  api.next(...pages.slice(0, 1), { status: 500, body: {} })
  assert.equal(await carrier.listTemplates?.(), undefined)
})

const signed = (value: unknown, secret = 'app-secret') => {
  const body = Buffer.from(JSON.stringify(value))
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return { url: 'https://clinic.test/callback', headers: { 'x-hub-signature-256': signature }, body }
}
const change = (field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes: [{ field, value }] }],
})
const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' }

test('reads messages: texts, captions, pressed buttons, voice', () => {
  const message = (more: object) => ({
    from: '966500000001',
    id: `wamid.${JSON.stringify(more).length}`,
    timestamp: '1785222000',
    ...more,
  })
  const value = {
    messaging_product: 'whatsapp',
    metadata,
    contacts: [{ profile: { name: 'Huda' }, wa_id: '966500000001' }],
    messages: [
      message({ type: 'text', text: { body: 'مرحبا' } }),
      message({ type: 'image', image: { id: '1', mime_type: 'image/jpeg', caption: 'My tooth' } }),
      message({ type: 'audio', audio: { id: '2', mime_type: 'audio/ogg', voice: true } }),
      message({ type: 'interactive', interactive: { button_reply: { id: 'yes', title: 'Confirm' } } }),
      message({ type: 'text', text: { body: 'forged sender' }, from: 'not a number' }),
    ],
  }
  const news = carrier.read?.(signed(change('messages', value)))
  assert.ok(Array.isArray(news))
  assert.deepEqual(
    news.map(one => one.type === 'message' && [one.from, one.name, one.kind, one.text, one.at]),
    [
      ['+966500000001', 'Huda', 'text', 'مرحبا', '2026-07-28T07:00:00.000Z'],
      ['+966500000001', 'Huda', 'image', 'My tooth', '2026-07-28T07:00:00.000Z'],
      ['+966500000001', 'Huda', 'audio', null, '2026-07-28T07:00:00.000Z'],
      ['+966500000001', 'Huda', 'text', 'Confirm', '2026-07-28T07:00:00.000Z'],
    ],
  )
})

test('reads statuses with our reference and the class of the error, and leaves other numbers of the app alone', () => {
  const statuses = [
    {
      id: 'wamid.one',
      status: 'delivered',
      timestamp: '1785222000',
      recipient_id: '9665',
      biz_opaque_callback_data: 'com_one',
    },
    { id: 'wamid.two', status: 'failed', timestamp: '1785222000', errors: [{ code: 131049, title: 'ecosystem' }] },
    { id: 'wamid.three', status: 'deleted', timestamp: '1785222000' },
  ]
  const at = '2026-07-28T07:00:00.000Z'
  assert.deepEqual(carrier.read?.(signed(change('messages', { metadata, statuses }))), [
    { type: 'receipt', carrierId: 'wamid.one', reference: 'com_one', status: 'delivered', error: null, at },
    { type: 'receipt', carrierId: 'wamid.two', reference: null, status: 'failed', error: 'recipient_unreachable', at },
  ])
  const other = { metadata: { ...metadata, phone_number_id: '999' }, statuses }
  assert.deepEqual(carrier.read?.(signed(change('messages', other))), [])
})

test('reads what was decided on a template', () => {
  const decided = (event: string) =>
    carrier.read?.(
      signed(
        change('message_template_status_update', {
          event,
          message_template_id: 1,
          message_template_name: 'reminder',
          message_template_language: 'ar',
          reason: 'NONE',
        }),
      ),
    )
  assert.deepEqual(decided('APPROVED'), [{ type: 'template', name: 'reminder', language: 'ar', status: 'APPROVED' }])
  assert.deepEqual(decided('PAUSED'), [{ type: 'template', name: 'reminder', language: 'ar', status: 'PAUSED' }])
  assert.deepEqual(decided('FLAGGED'), [])
})

test('reads nothing that was not signed with the secret of the app', () => {
  const told = change('messages', { metadata, statuses: [{ id: 'wamid.one', status: 'read', timestamp: '1' }] })
  assert.equal(carrier.read?.(signed(told, 'another')), 'forged')
  assert.equal(carrier.read?.({ ...signed(told), headers: {} }), 'forged')
  assert.equal(carrier.read?.({ ...signed(told), body: Buffer.from('{}') }), 'forged')
  const open = whatsAppCarrier({ ...settings, appSecret: '' }, options)
  assert.equal(open.read?.(signed(told, '')), 'forged')
  for (const odd of [null, [], 'text', { entry: 'none' }, { entry: [{ changes: [null, { field: 'messages' }] }] }])
    assert.deepEqual(carrier.read?.(signed(odd)), [])
})

test('gives the challenge back to a caller that knows the token, and to no other', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'verify-me', 'hub.challenge': '1158201444' }
  assert.equal(carrier.answerChallenge?.(query), '1158201444')
  assert.equal(carrier.answerChallenge?.({ ...query, 'hub.verify_token': 'guess' }), undefined)
  assert.equal(carrier.answerChallenge?.({ ...query, 'hub.mode': 'other' }), undefined)
  assert.equal(carrier.answerChallenge?.({ ...query, 'hub.challenge': '<script>' }), undefined)
})
