import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createWebhookEndpoint,
  listWebhookDeliveries,
  sendTestEvent,
  updateWebhookEndpoint,
} from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { HOSTILE_DESTINATIONS } from '../../test/support/webhooks/hostile-destinations.ts'

const app = await startApp()
const clinic = await app.clinic()
const api = app.api((await app.installation(clinic)).token)
const events = ['patient.created' as const]
const HOSTILE = Object.values(HOSTILE_DESTINATIONS).flat()
/** PostgreSQL itself refuses or mends the others. */
const STORABLE = HOSTILE.filter(url => !url.includes('\0') && url.isWellFormed())
/** What a refusal may say: nothing about what was submitted, nor about what it leads to. */
const REFUSALS = new Set(['422 destination_not_allowed', '400 validation_failed'])

async function endpoint(): Promise<string> {
  const { body } = await api.call(createWebhookEndpoint, { url: 'https://93.184.215.14/', events })
  return body.data.id
}

test('knows at least 60 hostile destinations', () => assert.ok(HOSTILE.length >= 60, `${HOSTILE.length}`))

test('refuses every one of them on create and on update, without saying what it leads to', async () => {
  const id = await endpoint()
  for (const url of HOSTILE) {
    const answers = [
      await api.call(createWebhookEndpoint, { url, events }),
      await api.call(updateWebhookEndpoint, { id, url }),
    ]
    for (const { status, body, text } of answers) {
      assert.ok(REFUSALS.has(`${status} ${body.error?.code}`), `${url}: ${text}`)
      assert.doesNotMatch(text.replace(/req_\w+/, ''), /\d+\.\d+\.\d+\.\d+|::|127|169|localhost|internal/i, url)
    }
  }
  const stored = await app.sql('select distinct url from webhook_endpoint')
  assert.deepEqual(stored, [{ url: 'https://93.184.215.14/' }])
})

test('sends nothing to them either, should one have come into the database', { timeout: 300_000 }, async () => {
  const ids: string[] = []
  for (const url of STORABLE) {
    const id = await endpoint()
    await app.sql('update webhook_endpoint set url = $2 where id = $1', [id, url])
    await api.call(sendTestEvent, { id })
    ids.push(id)
  }
  await startDispatcher(app, { rules: { maxAttempts: 1 } })
  while ((await app.sql('select from webhook_delivery')).length > 0)
    await new Promise(resolve => setTimeout(resolve, 20))
  for (const [index, id] of ids.entries()) {
    const [delivery] = (await api.list(listWebhookDeliveries, { id })).body.data
    assert.deepEqual(
      [delivery?.status, delivery?.errorMessage, delivery?.responseStatus],
      ['EXHAUSTED', 'blocked_address', null],
      STORABLE[index] ?? '',
    )
  }
})
