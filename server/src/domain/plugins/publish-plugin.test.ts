import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/app/harness.ts'
import { manifest, publish, refusal } from '../../../test/support/clinic/manifests.ts'
import { newestVersion } from './plugin-version.ts'
import { publishPlugin } from './publish-plugin.ts'

const app = await startApp()

test('names every problem of a manifest and of the version in one refusal', async () => {
  const document = { ...manifest('bad-one'), requestedScopes: ['patients:peek'], optionalScopes: ['clinic:read'], x: 1 }
  const wrong = { ...document, allowedIpRanges: ['10.0.0.1'] }
  const run = app.platform(tx => publishPlugin(tx, { manifest: wrong, version: 'v1' }))
  const places = ['version format', '/requestedScopes/0 enum', '/x unknown_key', '/allowedIpRanges/0 format']
  await assert.rejects(run, refusal('validation_failed', ...places))
  assert.deepEqual(await app.sql("select from plugin where slug = 'bad-one'"), [])
})

test('publishing the same manifest again, however its keys are ordered, changes nothing', async () => {
  const document = manifest('same-again')
  const first = await publish(app, '1.0.0', document)
  const shuffled = Object.fromEntries(Object.entries(document).reverse())
  const second = await app.platform(tx => publishPlugin(tx, { manifest: shuffled, version: '1.0.0' }))
  assert.deepEqual([first.isNew, second], [true, { ...first, isNew: false }])
  const rows = await app.sql<{ manifest_hash: string }>(
    'select manifest_hash from plugin_version where plugin_id = $1',
    [first.pluginId],
  )
  assert.deepEqual(rows, [{ manifest_hash: first.manifestHash }])
})

test('refuses another manifest under a published version, and a version below the newest', async () => {
  await publish(app, '1.2.0', manifest('ordered'))
  const other = manifest('ordered', { requestedScopes: ['clinic:read'] })
  await assert.rejects(publish(app, '1.2.0', other), refusal('validation_failed', 'version not_unique'))
  await assert.rejects(publish(app, '1.1.9', other), refusal('validation_failed', 'version too_small'))
  await assert.rejects(publish(app, '1.2.0-rc.1', other), refusal('validation_failed', 'version too_small'))
  await publish(app, '1.10.0', other)
  assert.equal((await app.platform(tx => newestVersion(tx, 'ordered'))).version, '1.10.0')
})

test('of two that publish different manifests as one version at the same time, one is refused', async () => {
  const tries = [manifest('raced'), manifest('raced', { requestedEvents: [] })].map(one => publish(app, '1.0.0', one))
  const settled = await Promise.allSettled(tries)
  assert.deepEqual(settled.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('refuses a settings pattern that is not RE2, and runs one that would stall a backtracking engine', async () => {
  const field = (pattern: string) => ({ key: 'code', type: 'text' as const, label: { en: 'Code' }, pattern })
  const withPattern = (slug: string, pattern: string) =>
    manifest(slug, {
      settingsSchema: { version: 1, fields: [{ ...field(pattern), default: `${'a'.repeat(200)}!` }] },
    })
  const lookahead = publish(app, '1.0.0', withPattern('lookahead', '(?=a)a'))
  await assert.rejects(lookahead, refusal('validation_failed', '/settingsSchema/fields/0/pattern pattern'))
  const nested = publish(app, '1.0.0', withPattern('nested', '^(a+)+$'))
  await assert.rejects(nested, refusal('validation_failed', '/settingsSchema/fields/0/default pattern'))
})

test('a published version can be neither changed nor deleted', async () => {
  await publish(app, '1.0.0', manifest('kept'))
  await assert.rejects(app.sql("update plugin_version set manifest = '{}'"), /never changed/)
  await assert.rejects(app.sql('delete from plugin_version'), /never changed/)
})
