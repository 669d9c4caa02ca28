import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import { createPatient } from '@clinic/contract/patients.ts'
import type { resumePlugin } from '@clinic/contract/staff/installations.ts'
import type { getPluginsState, startPlugins } from '@clinic/contract/staff/plugin-stops.ts'
import { createWebhookEndpoint, recoverWebhookDeliveries } from '@clinic/contract/webhook-endpoints.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { runJobs } from '../../test/support/app/jobs.ts'
import { eventually } from '../../test/support/eventually.ts'
import { employee } from '../../test/support/staff/staff.ts'
import { startDispatcher } from '../../test/support/webhooks/deliveries.ts'
import { startReceiver } from '../../test/support/webhooks/receiver.ts'
import { openPatientFile } from '../domain/patients/open-patient-file.ts'
import { startEverywhere, stopEverywhere } from '../domain/plugins/stop-everywhere.ts'

const app = await startApp()
await startDispatcher(app)

type State = Returned<typeof getPluginsState>
type Started = Returned<typeof startPlugins>

/** A clinic with a plugin that is told of new patients, and what its people do. */
async function world(where = app) {
  const clinic = await where.clinic({ sandbox: true })
  const branch = await where.branch(clinic)
  const { installation, token } = await where.installation(clinic, { mode: 'TEST' })
  const api = where.api(token)
  const receiver = await startReceiver()
  const made = await api.call(createWebhookEndpoint, { url: receiver.url, events: ['patient.created'] })
  const owner = await employee(where, clinic, 'owner')
  const status = async () => (await api.get('/branches')).status
  const open = () =>
    where.write(clinic, tx => openPatientFile(tx, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' }))
  return { clinic, branch, installation, api, receiver, endpointId: made.body.data.id, owner, status, open }
}

test('all plugins of a clinic stop with the next request and nothing is sent, until they are let go on', async () => {
  const { owner, api, status, open, receiver, endpointId, branch } = await world()
  const reason = 'Reminders were sent twice.'
  assert.equal(await status(), 200)
  const { data } = (await owner.send<State>('POST', '/plugins/stop', { reason })).body
  assert.deepEqual([data.stoppedBy, data.stopReason], [owner.user.id, reason])
  const refused = await api.call(createPatient, { branchId: branch.id, firstName: 'Sara', lastName: 'Ali' })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'installation_suspended'])
  const missed = [await open(), await open()]
  const again = (await owner.send<State>('POST', '/plugins/stop', { reason: 'Another' })).body.data
  assert.deepEqual(again, data)
  const started = (await owner.send<Started>('POST', '/plugins/start', {})).body.data
  assert.deepEqual([started.stoppedAt, started.missed.events, started.missed.orMore], [null, 2, false])
  assert.equal(await status(), 200)
  assert.deepEqual(receiver.received, [])
  const recovered = await api.call(recoverWebhookDeliveries, { id: endpointId, since: started.missed.since })
  assert.equal(recovered.status, 200, recovered.text)
  await runJobs(app)
  const told = await receiver.got(2)
  assert.deepEqual(told.map(({ event }) => event.data.id).sort(), missed.map(({ id }) => id).sort())
  const twice = await owner.send('POST', '/plugins/start', {})
  assert.equal(twice.body.error.code, 'invalid_state_transition')
})

test('what is queued when the plugins are stopped is not sent, and counts as missed', async () => {
  // No worker sends here until the plugins are stopped.
  const quiet = await startApp()
  const { owner, open, receiver } = await world(quiet)
  const { id } = await open()
  await owner.send('POST', '/plugins/stop', {})
  await startDispatcher(quiet)
  const finished = () => quiet.sql('select status from webhook_delivery_done')
  await eventually(finished, [{ status: 'SKIPPED' }])
  const { missed } = (await owner.send<Started>('POST', '/plugins/start', {})).body.data
  const [event] = await quiet.sql<{ created_at: string }>(`select created_at from event where data->>'id' = $1`, [id])
  assert.equal(missed.events, 1)
  assert.ok(missed.since <= (event?.created_at ?? ''))
  assert.deepEqual(receiver.received, [])
})

test('a plugin that goes on after it was suspended says how much it missed', async () => {
  const { owner, installation, open } = await world()
  await owner.send('POST', `/installations/${installation.id}/suspend`, {})
  await open()
  const resumed = await owner.send<Returned<typeof resumePlugin>>('POST', `/installations/${installation.id}/resume`)
  assert.deepEqual([resumed.status, resumed.body.data.missed.events], [200, 1])
})

test('another clinic’s plugins run on, and only owners and admins stop or start', async () => {
  const [own, other] = [await world(), await world()]
  await own.owner.send('POST', '/plugins/stop', {})
  assert.deepEqual([await own.status(), await other.status()], [403, 200])
  const receptionist = await employee(app, own.clinic, 'receptionist')
  for (const what of ['stop', 'start'])
    assert.equal((await receptionist.send('POST', `/plugins/${what}`, {})).body.error.code, 'not_permitted')
  const seen = await receptionist.send<State>('GET', '/plugins')
  assert.equal(seen.body.data.stoppedBy, own.owner.user.id)
})

test('only the side that stopped a plugin starts it again: clinic, publisher and reviewer each for themselves', async () => {
  const { owner, installation, status } = await world()
  const pluginId = installation.plugin_id
  const stop = (side: 'PUBLISHER' | 'REVIEWER') =>
    app.platform(tx => stopEverywhere(tx, { pluginId, side, by: `system ${side}`, reason: null }))
  const start = (side: 'PUBLISHER' | 'REVIEWER') =>
    app.platform(tx => startEverywhere(tx, { pluginId, side, by: 'test' }))
  await stop('REVIEWER')
  await stop('PUBLISHER')
  assert.equal(await status(), 403)
  const path = `/installations/${installation.id}`
  assert.equal((await owner.send('POST', `${path}/resume`, {})).body.error.code, 'invalid_state_transition')
  assert.equal((await owner.send('POST', '/plugins/start', {})).body.error.code, 'invalid_state_transition')
  await owner.send('POST', `${path}/suspend`, {})
  await start('REVIEWER')
  assert.equal(await status(), 403)
  await owner.send('POST', `${path}/resume`, {})
  assert.equal(await status(), 403)
  await start('PUBLISHER')
  assert.equal(await status(), 200)
})
