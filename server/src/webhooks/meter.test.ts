import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebhookEndpoint, sendTestEvent } from '@clinic/contract/webhook-endpoints.ts'
import { Registry } from 'prom-client'
import { startApp } from '../../test/support/app/harness.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { answers, startReceiver } from '../../test/support/webhooks/receiver.ts'
import { meterOf } from './meter.ts'

const app = await startApp()
const registry = new Registry()
await startDispatcher(app, { meter: meterOf(registry), rules: { backoffMs: 3_600_000 } })

test('shows what is queued, how attempts ended and how old the oldest is, and names no clinic, endpoint or event', async () => {
  const clinic = await app.clinic({ sandbox: true })
  const api = app.api((await app.installation(clinic, { mode: 'TEST' })).token)
  const receivers = [await startReceiver(), await startReceiver(answers(503))]
  for (const receiver of receivers) {
    const { body } = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
    await api.call(sendTestEvent, { id: body.data.id })
    await receiver.got(1)
  }
  while ((await app.sql(`select from webhook_delivery where state <> 'WAITING'`)).length > 0)
    await new Promise(resolve => setTimeout(resolve, 10))
  const text = await registry.metrics()
  for (const line of [
    /^clinic_webhook_deliveries_total\{outcome="succeeded",error_class="",mode="TEST"\} 1$/m,
    /^clinic_webhook_deliveries_total\{outcome="retry",error_class="http_status",mode="TEST"\} 1$/m,
    /^clinic_webhook_delivery_duration_seconds_count\{outcome="succeeded"\} 1$/m,
    /^clinic_webhook_in_flight 0$/m,
    /^clinic_webhook_connections\{reused="false"\} 2$/m,
    /^clinic_webhook_backlog\{state="waiting"\} 1$/m,
    /^clinic_webhook_backlog_oldest_seconds\{priority="first"\} 0$/m,
    /^clinic_webhook_endpoints\{state="active"\} 2$/m,
  ])
    assert.match(text, line)
  assert.ok(!/(cli|whe|evt|whd|ins)_[0-9a-z]{26}/.test(text))
})
