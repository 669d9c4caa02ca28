import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPatient } from '@clinic/contract/patients.ts'
import {
  createWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookDeliveries,
  recoverWebhookDeliveries,
  updateWebhookEndpoint,
} from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'

const THRESHOLD = 20

const app = await startApp()
const rules = { backoffMs: 5, maxAttempts: 2, maxConsecutiveFailures: THRESHOLD }
await Promise.all([startDispatcher(app, { rules }), startDispatcher(app, { rules })])

test('an outage disables an endpoint once and notifies the clinic once; enabled again, it recovers what it missed', async () => {
  let down = true
  const receiver = await startReceiver(response => response.writeHead(down ? 500 : 200).end())
  const clinic = await app.clinic({ sandbox: true })
  const branch = await app.branch(clinic)
  const api = app.api((await app.installation(clinic, { mode: 'TEST' })).token)
  const { body } = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  const { id, createdAt } = body.data
  const addPatient = async () => {
    const { body } = await api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })
    return body.data.id
  }
  const settled = async () => {
    while ((await app.sql('select from webhook_delivery')).length > 0)
      await new Promise(resolve => setTimeout(resolve, 10))
  }
  const noticesIn = async (table: string) => {
    const rows = await app.sql<{ data: Record<string, unknown> }>(`select data from ${table} where company_id = $1`, [
      clinic.company_id,
    ])
    return rows.map(({ data }) => data.webhookEndpointId)
  }

  const patients: string[] = []
  for (let n = 0; n < THRESHOLD - 1; n++) patients.push(await addPatient())
  await settled()
  const before = (await api.call(getWebhookEndpoint, { id })).body.data
  assert.deepEqual([before.active, before.consecutiveFailures], [true, THRESHOLD - 1])
  assert.deepEqual(await noticesIn('clinic_notice'), [])
  for (let n = 0; n < 6; n++) patients.push(await addPatient())
  await settled()
  const disabled = (await api.call(getWebhookEndpoint, { id })).body.data
  assert.deepEqual([disabled.active, disabled.disabledReason], [false, 'consecutive_failures'])
  assert.deepEqual(await noticesIn('clinic_notice'), [id])
  assert.deepEqual(await noticesIn('outgoing_mail'), [id])
  for (let n = 0; n < 5; n++) patients.push(await addPatient())
  const [latest] = (await api.list(listWebhookDeliveries, { id })).body.data
  assert.equal(latest?.status, 'SKIPPED')

  down = false
  const arrived = receiver.received.length
  const enabled = (await api.call(updateWebhookEndpoint, { id, active: true })).body.data
  assert.deepEqual([enabled.active, enabled.disabledReason, enabled.consecutiveFailures], [true, null, 0])
  assert.equal((await api.call(recoverWebhookDeliveries, { id, since: createdAt })).status, 200)
  await runJobs(app)
  await settled()
  const recovered = receiver.received.slice(arrived).map(({ event }) => String(event.data.id))
  assert.deepEqual(recovered.sort(), patients.sort())
  assert.equal((await api.call(getWebhookEndpoint, { id })).body.data.consecutiveFailures, 0)
  assert.deepEqual(await noticesIn('clinic_notice'), [id])
})
