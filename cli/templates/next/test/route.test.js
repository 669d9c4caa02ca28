import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeClinic, fixture, signed, TEST_SECRET } from '@clinic/sdk/testing'
import { POST } from '../app/webhooks/route.js'

test('the route takes what is signed with the secret of the environment and nothing else', async () => {
  const { fetch, requests } = fakeClinic()
  Object.assign(globalThis, { fetch })
  Object.assign(process.env, {
    CLINIC_URL: 'http://clinic.invalid',
    CLINIC_TOKEN: 'plg_test_x',
    WEBHOOK_SECRET: TEST_SECRET,
  })
  const event = fixture('appointment.checkedin')
  assert.equal((await POST(await signed(event, { spoil: 'body' }))).status, 401)
  assert.equal(requests.length, 0)
  assert.equal((await POST(await signed(event))).status, 200)
  assert.ok(requests.some(({ operation }) => operation === 'tasks.create'))
})
