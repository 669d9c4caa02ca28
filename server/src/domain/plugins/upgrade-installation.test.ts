import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Manifest } from '@clinic/contract/manifest.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { manifest, publish, refusal } from '../../../test/support/clinic/manifests.ts'
import { type Approval, approveUpgrade } from './approve-upgrade.ts'
import { changeSettings } from './change-settings.ts'
import { installPlugin } from './install-plugin.ts'
import type { InstallationRow } from './installation-row.ts'
import { issueToken } from './issue-token.ts'
import { resumeInstallation, suspendInstallation } from './suspend-installation.ts'
import { uninstallPlugin } from './uninstall-plugin.ts'
import { upgradeInstallation } from './upgrade-installation.ts'

const app = await startApp()
const clinic = await app.clinic()
const label = { en: 'A setting' }

async function installed(slug: string, changes: Partial<Manifest> = {}, optionalScopes: string[] = []) {
  await publish(app, '1.0.0', manifest(slug, changes))
  return app.write(clinic, tx => installPlugin(tx, { slug, optionalScopes }))
}
const upgrade = ({ id }: { id: string }) => app.write(clinic, tx => upgradeInstallation(tx, { id }))
const approve = (approval: Approval) => app.write(clinic, tx => approveUpgrade(tx, approval))
const act = ({ id }: { id: string }, run: typeof suspendInstallation) => app.write(clinic, tx => run(tx, { id }))
async function answerTo(token: string): Promise<string> {
  const { status, body } = await app.api(token).get('/installation')
  return status === 200 ? '200' : `${status} ${body.error.code}`
}
const receipts = ({ id }: InstallationRow) =>
  app.sql('select granted_scopes, given_at from consent_receipt where installation_id = $1 order by id', [id])
const settingsEvents = ({ id }: InstallationRow) =>
  app.sql("select data from event where type = 'plugin.settings.updated' and data ->> 'id' = $1", [id])

test('takes over a version that asks for no more, drops what it no longer names, and needs no new consent', async () => {
  const optionalScopes = ['clinic:read', 'patients:read'] as const
  const before = await installed('modest', { optionalScopes: [...optionalScopes] }, [...optionalScopes])
  const { requestedScopes } = manifest('modest', { requestedScopes: ['appointments:read', 'clinic:read'] })
  await publish(app, '1.1.0', manifest('modest', { requestedScopes, requestedEvents: [] }))
  const after = await upgrade(before)
  assert.equal(after.status, 'ACTIVE')
  assert.notEqual(after.plugin_version_id, before.plugin_version_id)
  assert.deepEqual([after.granted_scopes, after.granted_events], [['appointments:read', 'clinic:read'], []])
  assert.equal((await receipts(before)).length, 1)
  assert.deepEqual(await settingsEvents(before), [])
})

test('a version that asks for more waits, while the old grant keeps working, until it is approved', async () => {
  const before = await installed('greedy')
  const { token } = await app.write(clinic, tx => issueToken(tx, { installationId: before.id }))
  const more = manifest('greedy', {
    requestedScopes: ['appointments:read', 'patients:read'],
    requestedEvents: ['appointment.created', 'patient.created'],
    optionalScopes: ['clinic:read'],
  })
  await publish(app, '2.0.0', more)
  const waiting = await upgrade(before)
  assert.equal(waiting.status, 'UPDATE_PENDING')
  assert.equal((await app.api(token).get('/patients')).status, 403)
  const shown = (await app.api(token).get('/installation')).body.data
  assert.deepEqual([shown.status, shown.pluginVersion], ['UPDATE_PENDING', '1.0.0'])
  const after = await approve({ id: before.id, version: '2.0.0', optionalScopes: ['clinic:read'] })
  assert.deepEqual([after.status, after.pending_version_id], ['ACTIVE', null])
  assert.deepEqual(after.granted_scopes, ['appointments:read', 'patients:read', 'clinic:read'])
  assert.deepEqual(after.granted_events, ['appointment.created', 'patient.created'])
  assert.deepEqual(
    (await receipts(before)).map(row => row.granted_scopes),
    [['appointments:read'], ['appointments:read', 'patients:read', 'clinic:read']],
  )
})

test('a new event alone, and an optional scope that becomes required, each ask for more; a new optional scope does not', async () => {
  const event = await installed('events')
  await publish(app, '1.1.0', manifest('events', { requestedEvents: ['appointment.created', 'patient.created'] }))
  assert.equal((await upgrade(event)).status, 'UPDATE_PENDING')
  const promoted = await installed('promoted', { optionalScopes: ['clinic:read'] })
  await publish(app, '1.1.0', manifest('promoted', { requestedScopes: ['appointments:read', 'clinic:read'] }))
  assert.equal((await upgrade(promoted)).status, 'UPDATE_PENDING')
  const offered = await installed('offered')
  await publish(app, '1.1.0', manifest('offered', { optionalScopes: ['clinic:read'] }))
  const after = await upgrade(offered)
  assert.deepEqual([after.status, after.granted_scopes], ['ACTIVE', ['appointments:read']])
})

test('approval is for the version that was shown, and only for one that waits', async () => {
  const before = await installed('moving')
  await assert.rejects(approve({ id: before.id, version: '1.0.0' }), refusal('invalid_state_transition'))
  await publish(app, '2.0.0', manifest('moving', { requestedScopes: ['appointments:read', 'clinic:read'] }))
  await upgrade(before)
  await publish(app, '3.0.0', manifest('moving', { requestedScopes: ['appointments:read', 'claims:read'] }))
  await upgrade(before)
  await upgrade(before)
  const notices =
    "select data from clinic_notice where kind = 'plugin_update_pending' and data ->> 'installationId' = $1 order by id"
  assert.deepEqual(
    (await app.sql(notices, [before.id])).map(({ data }) => [data.pluginSlug, data.version]),
    [
      ['moving', '2.0.0'],
      ['moving', '3.0.0'],
    ],
  )
  await assert.rejects(approve({ id: before.id, version: '2.0.0' }), refusal('validation_failed', '/version stale'))
  const after = await approve({ id: before.id, version: '3.0.0' })
  assert.deepEqual(after.granted_scopes, ['appointments:read', 'claims:read'])
})

test('a later version that asks for no more ends the waiting', async () => {
  const before = await installed('repentant')
  await publish(app, '2.0.0', manifest('repentant', { requestedScopes: ['appointments:read', 'clinic:read'] }))
  await upgrade(before)
  await publish(app, '2.0.1', manifest('repentant'))
  const after = await upgrade(before)
  assert.deepEqual([after.status, after.pending_version_id], ['ACTIVE', null])
})

test('waits too when the new settings need something, keeps secrets secret, and fires what changed', async () => {
  const secret = { key: 'apiKey', type: 'secret' as const, label }
  const fields = [secret, { key: 'mode', type: 'text' as const, label, default: 'fast' }]
  const before = await installed('configured', { settingsSchema: { version: 1, fields } })
  await app.write(clinic, tx => changeSettings(tx, { id: before.id, patch: { apiKey: 's3cret' } }))
  const options = [{ value: 'slow', label }]
  const changed = [
    { ...secret, type: 'text' as const },
    { key: 'mode', type: 'select' as const, label, options, required: true },
    { key: 'hours', type: 'integer' as const, label, default: 24 },
  ]
  await publish(app, '2.0.0', manifest('configured', { settingsSchema: { version: 1, fields: changed } }))
  assert.equal((await upgrade(before)).status, 'UPDATE_PENDING')
  const approval = { id: before.id, version: '2.0.0' }
  await assert.rejects(approve(approval), refusal('validation_failed', '/settings/mode enum'))
  const after = await approve({ ...approval, settings: { mode: 'slow' } })
  assert.deepEqual(after.settings, { apiKey: '••••', mode: 'slow', hours: 24 })
  assert.deepEqual((await settingsEvents(before)).map(({ data }) => data.changedKeys).at(-1), ['mode', 'hours'])
})

test('a suspended installation is refused immediately, upgrades in the background, and resumes where it then is', async () => {
  const before = await installed('paused')
  const { token } = await app.write(clinic, tx => issueToken(tx, { installationId: before.id }))
  assert.equal(await answerTo(token), '200')
  await act(before, suspendInstallation)
  assert.equal(await answerTo(token), '403 installation_suspended')
  await publish(app, '2.0.0', manifest('paused', { requestedScopes: ['appointments:read', 'clinic:read'] }))
  assert.equal((await upgrade(before)).status, 'SUSPENDED')
  await assert.rejects(approve({ id: before.id, version: '2.0.0' }), refusal('invalid_state_transition'))
  assert.equal((await act(before, resumeInstallation)).status, 'UPDATE_PENDING')
  await assert.rejects(act(before, resumeInstallation), refusal('invalid_state_transition'))
  assert.equal(await answerTo(token), '200')
})

test('uninstalling revokes every token, forgets secrets, tells the plugin once, and is final', async () => {
  const fields = [{ key: 'apiKey', type: 'secret' as const, label }]
  await publish(app, '1.0.0', manifest('leaving', { settingsSchema: { version: 1, fields } }))
  const install = () => app.write(clinic, tx => installPlugin(tx, { slug: 'leaving', settings: { apiKey: 's3cret' } }))
  const before = await install()
  const { token } = await app.write(clinic, tx => issueToken(tx, { installationId: before.id }))
  const after = await act(before, uninstallPlugin)
  assert.deepEqual([after.status, after.sealed_settings], ['UNINSTALLED', null])
  assert.equal(await answerTo(token), '401 token_revoked')
  const data = { object: 'installation', id: before.id, pluginSlug: 'leaving' }
  assert.deepEqual(await app.sql("select data from event where type = 'installation.uninstalled'"), [{ data }])
  for (const run of [uninstallPlugin, suspendInstallation, resumeInstallation, upgradeInstallation])
    await assert.rejects(act(before, run), refusal('invalid_state_transition'))
  await assert.rejects(
    app.write(clinic, tx => issueToken(tx, { installationId: before.id })),
    refusal('invalid_state_transition'),
  )
  assert.notEqual((await install()).id, before.id)
  assert.equal((await app.api(token).get('/installation')).status, 401)
})

test('another clinic’s installation is not found', async () => {
  const before = await installed('foreign')
  const elsewhere = await app.clinic()
  for (const run of [uninstallPlugin, suspendInstallation, resumeInstallation, upgradeInstallation])
    await assert.rejects(
      app.write(elsewhere, tx => run(tx, { id: before.id })),
      refusal('not_found'),
    )
})
