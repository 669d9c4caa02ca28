import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliver, fakeClinic, fixture, signed, TEST_SECRET } from '@clinic/sdk/testing'
import { pluginOf } from '../src/plugin.js'

const SETTINGS = { settings: { taskTitle: 'Say hello' } }

test('a check-in makes one task with the title that the clinic chose, however often it is told', async () => {
  const { clinic, requests } = fakeClinic({ 'installation.get': SETTINGS })
  const event = fixture('appointment.checkedin')
  const answers = await deliver(pluginOf({ clinic, secret: TEST_SECRET }), [event], { duplicate: true })
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.ok(requests.some(({ operation, input }) => operation === 'appointments.get' && input.id === event.data.id))
  const made = requests.filter(({ operation }) => operation === 'tasks.create')
  assert.deepEqual(
    made.map(({ input }) => input.title),
    ['Say hello'],
  )
})

test('what is forged, and what is too old, is refused and does nothing', async () => {
  const { clinic, requests } = fakeClinic()
  /** @type {unknown[]} */
  const refused = []
  const plugin = pluginOf({ clinic, secret: TEST_SECRET, onError: error => refused.push(error) })
  for (const spoil of /** @type {const} */ (['body', 'signature', 'timestamp'])) {
    const { status } = await plugin(await signed(fixture('appointment.checkedin'), { spoil }))
    assert.equal(status, 401)
  }
  assert.deepEqual([refused.length, requests.length], [3, 0])
})
