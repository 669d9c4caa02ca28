import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeClinic, fixture, signed, TEST_SECRET } from '@clinic/sdk/testing'
import worker from '../src/worker.js'

const env = { CLINIC_URL: 'http://clinic.invalid', CLINIC_TOKEN: 'plg_test_x', WEBHOOK_SECRET: TEST_SECRET }
const url = 'http://localhost/webhooks'

test('the worker takes what is signed with its secret and nothing else', async () => {
  const { fetch, requests } = fakeClinic()
  Object.assign(globalThis, { fetch })
  const event = fixture('appointment.checkedin')
  assert.equal((await worker.fetch(await signed(event, { url, spoil: 'body' }), env)).status, 401)
  assert.equal(requests.length, 0)
  assert.equal((await worker.fetch(await signed(event, { url }), env)).status, 200)
  assert.ok(requests.some(({ operation }) => operation === 'tasks.create'))
  assert.equal((await worker.fetch(new Request('http://localhost/'), env)).status, 404)
})
