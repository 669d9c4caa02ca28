import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/support/app/harness.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { answers } from '../../test/support/webhooks/receiver.ts'
import { subscribers } from '../../test/support/webhooks/subscribers.ts'

const DISABLED_AFTER = 3

const app = await startApp()
const rules = { backoffMs: 20, maxAttempts: 4, maxConsecutiveFailures: DISABLED_AFTER }
await startDispatcher(app, { rules })
const { subscribed, settled } = subscribers(app)

test('disables an endpoint after so many exhausted deliveries in a row, and notifies the clinic once', async () => {
  const { receiver, id, clinic, addPatient, deliveries, endpoint } = await subscribed(answers(500))
  for (let n = 0; n < DISABLED_AFTER + 2; n++) await addPatient()
  await settled(id)
  const { active, disabledReason, consecutiveFailures } = await endpoint()
  assert.deepEqual([active, disabledReason], [false, 'consecutive_failures'])
  assert.ok(consecutiveFailures >= DISABLED_AFTER)
  const notices = await app.sql('select kind from clinic_notice where company_id = $1', [clinic.company_id])
  assert.deepEqual(notices, [{ kind: 'webhook_endpoint_disabled' }])
  const mails = await app.sql('select audience, template from outgoing_mail where company_id = $1', [clinic.company_id])
  assert.deepEqual(mails, [{ audience: 'OWNERS', template: 'webhook_endpoint_disabled' }])
  const before = receiver.received.length
  await addPatient()
  const [latest] = await deliveries()
  assert.equal(latest?.status, 'SKIPPED')
  assert.equal(receiver.received.length, before)
})

test('a success in between starts the count anew', async () => {
  let failing = true
  const { id, addPatient, endpoint } = await subscribed(response => response.writeHead(failing ? 500 : 200).end())
  for (let n = 0; n < DISABLED_AFTER - 1; n++) await addPatient()
  await settled(id)
  assert.equal((await endpoint()).consecutiveFailures, DISABLED_AFTER - 1)
  failing = false
  await addPatient()
  await settled(id)
  assert.equal((await endpoint()).consecutiveFailures, 0)
})
