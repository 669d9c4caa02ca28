import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fakeClinic, fixture, signed, TEST_SECRET } from '@clinic/sdk/testing'
import { pluginOf } from '../src/plugin.js'
import { listen } from '../src/server.js'

const { clinic, requests } = fakeClinic()
const { port, close } = await listen(
  pluginOf({ clinic, secret: TEST_SECRET, onError: () => undefined }),
  0,
  '127.0.0.1',
)
const url = `http://127.0.0.1:${port}/webhooks`
after(close)

test('a signed event reaches the plugin over HTTP, and a forged one does not', async () => {
  const event = fixture('appointment.checkedin')
  assert.equal((await fetch(await signed(event, { url, spoil: 'signature' }))).status, 401)
  assert.equal(requests.length, 0)
  assert.equal((await fetch(await signed(event, { url }))).status, 200)
  assert.ok(requests.some(({ operation }) => operation === 'tasks.create'))
})
