import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendMessage } from './communications.ts'
import { validator } from './validate.ts'

const problems = (input: Record<string, unknown>) =>
  sendMessage.check?.({ patientId: 'pat_1', ...input }).map(({ path, code }) => `${path} ${code}`)

test('takes a template with its values by WhatsApp, and a text by SMS', () => {
  assert.deepEqual(problems({ channel: 'whatsapp', templateId: 'mtp_1' }), [])
  assert.deepEqual(problems({ channel: 'whatsapp', templateId: 'mtp_1', variables: ['10:30'] }), [])
  assert.deepEqual(problems({ channel: 'sms', text: 'Your crown is ready.' }), [])
})

test('names what a channel needs', () => {
  assert.deepEqual(problems({ channel: 'whatsapp' }), ['/templateId required_for_whatsapp'])
  assert.deepEqual(problems({ channel: 'sms' }), ['/text required_for_sms'])
})

test('refuses what belongs to the other channel', () => {
  assert.deepEqual(problems({ channel: 'whatsapp', templateId: 'mtp_1', text: 'Hello' }), ['/text only_for_sms'])
  assert.deepEqual(problems({ channel: 'sms', text: 'Hello', templateId: 'mtp_1', variables: [] }), [
    '/templateId only_for_whatsapp',
    '/variables only_for_whatsapp',
  ])
})

test('takes values of up to 500 characters, empty ones too', () => {
  const { check } = validator(sendMessage.input)
  const message = { patientId: 'pat_1', channel: 'whatsapp', templateId: 'mtp_1' }
  assert.ok(check({ ...message, variables: ['', 'x'.repeat(500)] }))
  assert.ok(!check({ ...message, variables: ['x'.repeat(501)] }))
})
