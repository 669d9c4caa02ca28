import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailServer } from '../../../test/support/servers/smtp-server.ts'
import { smtpCarrier } from './smtp.ts'

const server = await mailServer()
const settings = { host: '127.0.0.1', port: String(server.port), security: 'none', from: 'clinic@example.com' }
const options = { deadlineMs: 20_000, allowPrivate: true }
const HASTY_MS = 300
const mail = {
  reference: 'com_one',
  to: 'sara@example.com',
  content: { type: 'mail', subject: 'موعدك', text: 'مرحباً سارة' },
  callbackUrl: '',
} as const
const send = (changes: Record<string, string> = {}, deadlineMs = options.deadlineMs) =>
  smtpCarrier({ ...settings, ...changes }, { ...options, deadlineMs }).send(mail)

test('hands a mail over, in any script, with our reference as its Message-ID', async () => {
  assert.deepEqual(await send(), { result: 'sent', carrierId: '<com_one@example.com>' })
  const [taken] = server.taken
  assert.deepEqual([taken?.from, taken?.to, taken?.user], ['clinic@example.com', 'sara@example.com', null])
  const { text = '' } = taken ?? {}
  assert.match(text, /^Message-ID: <com_one@example\.com>$/m)
  assert.ok(text.includes(`=?UTF-8?B?${Buffer.from('موعدك').toString('base64')}?=`))
  const body = text.slice(text.indexOf('\r\n\r\n') + 4)
  assert.ok(body.includes(Buffer.from('مرحباً سارة').toString('base64')))
})

test('logs in where the settings say as whom', async () => {
  await send({ user: 'clinic', password: 'secret' })
  assert.equal(server.taken.at(-1)?.user, 'clinic')
})

test('tells what may pass from what stays refused', async () => {
  const expected = [
    ['RCPT', '550 no such user', 'refused', 'recipient_unreachable'],
    ['RCPT', '450 try later', 'retry', 'carrier_unavailable'],
    ['MAIL', '553 not your address', 'refused', 'carrier_refused_account'],
    ['END', '554 looks like spam', 'refused', 'content_refused'],
    ['END', '451 try later', 'retry', 'carrier_unavailable'],
  ] as const
  for (const [command, line, result, error] of expected) {
    server.next(command, line)
    const outcome = await send()
    assert.deepEqual([outcome.result, 'error' in outcome && outcome.error], [result, error], line)
  }
  server.next('EHLO', 'silence')
  assert.deepEqual(await send({}, HASTY_MS), { result: 'retry', error: 'carrier_unavailable' })
  server.next('AUTH', '535 wrong password')
  const refused = await send({ user: 'clinic', password: 'wrong' })
  assert.deepEqual(refused, { result: 'refused', error: 'carrier_refused_account' })
})

test('does not send in clear where the settings ask for encryption', async () => {
  const before = server.taken.length
  assert.equal((await send({ security: 'starttls' })).result, 'retry')
  assert.equal((await send({ security: 'tls' }, HASTY_MS)).result, 'retry')
  assert.equal(server.taken.length, before)
})

test('a clinic’s entry leads to no private network, by address or by name', async () => {
  const before = server.taken.length
  for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '::1', '0.0.0.0']) {
    const carrier = smtpCarrier({ ...settings, host }, { ...options, allowPrivate: false })
    assert.deepEqual(await carrier.send(mail), { result: 'retry', error: 'carrier_unavailable' }, host)
  }
  assert.equal(server.taken.length, before)
})
