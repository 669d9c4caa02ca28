import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listWebhookEndpoints } from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { manifest, publish, refusal } from '../../../test/support/clinic/manifests.ts'
import { connectWebhooks, type WebhookAddress } from './connect-webhooks.ts'
import { installPlugin } from './install-plugin.ts'
import { issueToken } from './issue-token.ts'

const app = await startApp()
const ANYWHERE = { LIVE: true, TEST: true }
const url = 'https://example.com/hooks'

await publish(
  app,
  '1.0.0',
  manifest('connected', {
    requestedScopes: ['webhooks:manage'],
    requestedEvents: ['lead.created', 'lead.rejected', 'appointment.created'],
    webhooks: [
      { name: { en: 'Leads' }, events: ['lead.*'] },
      { name: { en: 'Diary' }, events: ['appointment.created'] },
    ],
  }),
)

async function install(addresses: WebhookAddress[]) {
  const clinic = await app.clinic()
  const made = await app.write(clinic, async tx => {
    const installation = await installPlugin(tx, { slug: 'connected' })
    return { installation, endpoints: await connectWebhooks(tx, installation, addresses) }
  })
  return { clinic, ...made }
}

test('a webhook of the manifest becomes an endpoint of its events where the clinic gives an address', async () => {
  const { clinic, installation, endpoints } = await install([{ template: 1, url, check: ANYWHERE }])
  const { token } = await app.write(clinic, tx => issueToken(tx, { installationId: installation.id }))
  const { data } = (await app.api(token).list(listWebhookEndpoints, {})).body
  assert.deepEqual(
    data.map(endpoint => [endpoint.id, endpoint.url, endpoint.events, endpoint.mode, endpoint.active]),
    [[endpoints[0]?.endpoint.id, url, ['lead.created', 'lead.rejected'], 'LIVE', true]],
  )
  assert.match(endpoints[0]?.secret ?? '', /^whsec_/)
})

test('nothing is installed when a webhook is not in the manifest or may not be sent to', async () => {
  await assert.rejects(
    install([{ template: 3, url, check: ANYWHERE }]),
    refusal('validation_failed', '/webhooks/3 enum'),
  )
  await assert.rejects(
    install([{ template: 2, url, check: { LIVE: false, TEST: true } }]),
    refusal('destination_not_allowed'),
  )
  const [left] = await app.sql(
    `select count(*)::int as count from installation join plugin on plugin.id = plugin_id
     where slug = 'connected' and not exists (select from plugin_token where installation_id = installation.id)`,
  )
  assert.equal(left?.count, 0)
})
