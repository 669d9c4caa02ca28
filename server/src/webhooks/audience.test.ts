import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventType } from '@clinic/contract/event-types.ts'
import { updateInstallationSettings } from '@clinic/contract/installation.ts'
import { createPatient } from '@clinic/contract/patients.ts'
import { createWebhookEndpoint } from '@clinic/contract/webhook-endpoints.ts'
import { verifyWebhook } from '@clinic/sdk/verify-webhook.ts'
import { startApp } from '../../test/support/app/harness.ts'
import type { InstallationWishes } from '../../test/support/clinic/factories.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { answers, startReceiver } from '../../test/support/webhooks/receiver.ts'
import { suspendInstallation } from '../domain/plugins/suspend-installation.ts'
import { uninstallPlugin } from '../domain/plugins/uninstall-plugin.ts'

const app = await startApp()
await startDispatcher(app, { rules: { backoffMs: 3_600_000 } })

const ALL: [EventType, ...EventType[]] = ['patient.created', 'plugin.settings.updated', 'installation.uninstalled']

async function clinicWithBranch() {
  const clinic = await app.clinic({ sandbox: true })
  return { clinic, branch: await app.branch(clinic) }
}

/** A plugin with an endpoint in the clinic. */
async function plugin(clinic: { company_id: string }, events = ALL, status = 200, wishes: InstallationWishes = {}) {
  const receiver = await startReceiver(answers(status))
  const { token, installation } = await app.installation(clinic, { mode: 'TEST', ...wishes })
  const api = app.api(token)
  const { body } = await api.call(createWebhookEndpoint, { url: receiver.url, events })
  return { receiver, api, installation, id: body.data.id, secret: body.data.signingSecret }
}

const types = ({ received }: { received: { event: { type: string } }[] }) => received.map(({ event }) => event.type)

/** Waits until nothing is about to be sent. */
async function quiet(): Promise<void> {
  while ((await app.sql(`select from webhook_delivery where state <> 'WAITING'`)).length > 0)
    await new Promise(resolve => setTimeout(resolve, 10))
}

test('sends an event to every endpoint of the clinic that subscribes to it, and to no other clinic', async () => {
  const { clinic, branch } = await clinicWithBranch()
  const first = await plugin(clinic)
  const second = await plugin(clinic, ['patient.created'])
  const third = await plugin(clinic, ['plugin.settings.updated'])
  const stranger = await plugin((await clinicWithBranch()).clinic)
  await first.api.call(createPatient, { branchId: branch.id, firstName: 'A', lastName: 'B' })
  await Promise.all([first.receiver.got(1), second.receiver.got(1)])
  await quiet()
  assert.deepEqual(types(first.receiver), ['patient.created'])
  assert.deepEqual(types(second.receiver), ['patient.created'])
  assert.deepEqual([...types(third.receiver), ...types(stranger.receiver)], [])
})

test('sends changed settings to their own installation alone', async () => {
  const { clinic } = await clinicWithBranch()
  const first = await plugin(clinic)
  const second = await plugin(clinic)
  await first.api.call(updateInstallationSettings, { settings: { color: 'blue' } })
  const [request] = await first.receiver.got(1)
  assert.equal(request?.event.type, 'plugin.settings.updated')
  assert.deepEqual(request?.event.data.changedKeys, ['color'])
  await quiet()
  assert.deepEqual(types(second.receiver), [])
})

test('sends installation.uninstalled once, signed, to an endpoint that subscribes to it, in place of what was queued', async () => {
  const { clinic, branch } = await clinicWithBranch()
  const { receiver, api, installation, secret } = await plugin(
    clinic,
    ['patient.created', 'installation.uninstalled'],
    500,
  )
  await api.call(createPatient, { branchId: branch.id, firstName: 'A', lastName: 'B' })
  await receiver.got(1)
  await quiet()
  await app.write(clinic, tx => uninstallPlugin(tx, { id: installation.id }))
  const [, lastRequest] = await receiver.got(2)
  assert.ok(lastRequest)
  assert.equal((await verifyWebhook(lastRequest.rawBody, lastRequest.headers, secret)).type, 'installation.uninstalled')
  await quiet()
  const left = await app.sql('select event_type from webhook_delivery where company_id = $1', [clinic.company_id])
  assert.deepEqual(left, [{ event_type: 'installation.uninstalled' }])
  const done = await app.sql('select event_type, status from webhook_delivery_done where company_id = $1', [
    clinic.company_id,
  ])
  assert.deepEqual(done, [{ event_type: 'patient.created', status: 'SKIPPED' }])
})

test('sends installation.uninstalled to no endpoint that does not subscribe to it, or is not granted it', async () => {
  const { clinic } = await clinicWithBranch()
  const subscribed = await plugin(clinic)
  const elsewhere = await startReceiver()
  await subscribed.api.call(createWebhookEndpoint, { url: elsewhere.url, events: ['patient.created'] })
  const ungranted = await plugin(clinic, ['patient.created', 'installation.uninstalled'])
  await app.sql(`update installation set granted_events = '{patient.created}' where id = $1`, [
    ungranted.installation.id,
  ])
  for (const { installation } of [ungranted, subscribed])
    await app.write(clinic, tx => uninstallPlugin(tx, { id: installation.id }))
  await subscribed.receiver.got(1)
  await quiet()
  assert.deepEqual(types(subscribed.receiver), ['installation.uninstalled'])
  assert.deepEqual([...types(elsewhere), ...types(ungranted.receiver)], [])
})

test('sends nothing to an installation that is suspended, not even what was queued before', async () => {
  const { clinic, branch } = await clinicWithBranch()
  const { receiver, installation } = await plugin(clinic)
  const { api } = await plugin(clinic, ['plugin.settings.updated'])
  await app.write(clinic, tx => suspendInstallation(tx, { id: installation.id }))
  await app.sql(
    `insert into webhook_delivery (id, company_id, endpoint_id, event_id, event_type, event_at, origin, due_at, created_at)
     select 'whd_before', company_id, id, 'evt_1', 'patient.created', now(), 'EVENT', now(), now()
     from webhook_endpoint where installation_id = $1`,
    [installation.id],
  )
  await api.call(createPatient, { branchId: branch.id, firstName: 'A', lastName: 'B' })
  await quiet()
  assert.deepEqual(types(receiver), [])
  const done = await app.sql('select id, status from webhook_delivery_done where company_id = $1', [clinic.company_id])
  assert.deepEqual(done, [{ id: 'whd_before', status: 'SKIPPED' }])
})

test('sends an endpoint no event that its installation is not granted any more', async () => {
  const { clinic, branch } = await clinicWithBranch()
  const { receiver, api, installation } = await plugin(clinic, ['patient.created'])
  await app.sql(`update installation set granted_events = '{}' where id = $1`, [installation.id])
  await api.call(createPatient, { branchId: branch.id, firstName: 'A', lastName: 'B' })
  await quiet()
  assert.deepEqual(types(receiver), [])
})
