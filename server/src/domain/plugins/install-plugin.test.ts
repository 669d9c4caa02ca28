import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '@clinic/contract/scopes.ts'
import { startApp } from '../../../test/support/app/harness.ts'
import { manifest, publish, refusal } from '../../../test/support/clinic/manifests.ts'
import { type Installing, installPlugin } from './install-plugin.ts'

const app = await startApp()
const clinic = await app.clinic()
const install = (input: Installing, where = clinic) => app.write(where, tx => installPlugin(tx, input))

test('grants every requested scope and event, and of the optional scopes those chosen', async () => {
  const optionalScopes = ['patients:read', 'patients:read.pii', 'clinic:read'] as const
  await publish(app, '1.0.0', manifest('choosy', { optionalScopes: [...optionalScopes] }))
  const row = await install({ slug: 'choosy', optionalScopes: ['clinic:read', 'patients:read'] })
  assert.deepEqual(row.granted_scopes, ['appointments:read', 'patients:read', 'clinic:read'])
  assert.deepEqual([row.granted_events, row.status], [['appointment.created'], 'ACTIVE'])
})

test('refuses scopes that are not offered, a version that is not the newest, and ranges that are none', async () => {
  await publish(app, '1.0.0', manifest('strict'))
  await publish(app, '1.1.0', manifest('strict'))
  const input = { slug: 'strict', version: '1.0.0', optionalScopes: ['claims:read'], allowedIpRanges: ['10.1.2.3'] }
  const places = ['/version stale', '/optionalScopes/0 enum', '/allowedIpRanges/0 format']
  await assert.rejects(install(input), refusal('validation_failed', ...places))
  await assert.rejects(install({ slug: 'nowhere' }), refusal('not_found'))
})

test('keeps a receipt of what was shown and granted, to whom and when, that no role can change', async () => {
  const document = manifest('receipted', {
    optionalScopes: ['clinic:read'],
    allowedIpRanges: ['203.0.113.0/24'],
    plugin: { ...manifest('receipted').plugin, name: { en: 'Turn\u202earound' } },
  })
  const { manifestHash } = await publish(app, '2.0.0', document)
  const row = await install({ slug: 'receipted' })
  const [receipt] = await app.sql('select * from consent_receipt where installation_id = $1', [row.id])
  assert.equal(receipt?.manifest_hash, manifestHash)
  assert.deepEqual(receipt?.granted_scopes, ['appointments:read'])
  assert.deepEqual(receipt?.granted_events, ['appointment.created'])
  assert.deepEqual(receipt?.allowed_ip_ranges, ['203.0.113.0/24'])
  assert.deepEqual([receipt?.given_by, receipt?.given_at], ['system test', row.installed_at])
  const { plugin, ...shown } = receipt?.text_shown ?? {}
  assert.equal(plugin.name.en, 'Turnaround')
  assert.deepEqual(shown, {
    required: [{ scope: 'appointments:read', ...SCOPES['appointments:read'], tier: 'records', marks: [] }],
    optional: [{ scope: 'clinic:read', ...SCOPES['clinic:read'], tier: 'clinic', marks: [] }],
    events: ['appointment.created'],
    allowedIpRanges: ['203.0.113.0/24'],
  })
  await assert.rejects(app.sql("update consent_receipt set given_by = 'x'"), /never changed/)
  await assert.rejects(app.sql('delete from consent_receipt'), /never changed/)
  await assert.rejects(app.sql('truncate consent_receipt'), /never changed/)
})

test('is a test installation in a sandbox clinic and nowhere else, which the database enforces too', async () => {
  await publish(app, '1.0.0', manifest('moded'))
  const sandbox = await app.clinic({ sandbox: true })
  const [live, test] = [await install({ slug: 'moded' }), await install({ slug: 'moded' }, sandbox)]
  assert.deepEqual([live.mode, test.mode], ['LIVE', 'TEST'])
  const swap = 'update installation set mode = $2 where id = $1'
  await assert.rejects(app.sql(swap, [live.id, 'TEST']), /installation_mode_of_clinic/)
  await assert.rejects(app.sql(swap, [test.id, 'LIVE']), /installation_mode_of_clinic/)
  const become = 'update clinic set sandbox = not sandbox where company_id = $1'
  await assert.rejects(app.sql(become, [sandbox.company_id]), /installation_mode_of_clinic/)
})

test('a clinic has a plugin once; both of two at the same time do not succeed', async () => {
  await publish(app, '1.0.0', manifest('once-only'))
  const settled = await Promise.allSettled([install({ slug: 'once-only' }), install({ slug: 'once-only' })])
  assert.deepEqual(settled.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(install({ slug: 'once-only' }), refusal('already_installed'))
  const [count] = await app.sql(
    "select count(*)::int from consent_receipt where text_shown #>> '{plugin,slug}' = 'once-only'",
  )
  assert.deepEqual(count, { count: 1 })
})

test('fills in defaults, seals secrets and refuses settings that the schema refuses', async () => {
  const label = { en: 'A setting' }
  const fields = [
    { key: 'hours', type: 'integer' as const, label, default: 24 },
    { key: 'apiKey', type: 'secret' as const, label, required: true },
    { key: 'branch', type: 'branch' as const, label },
  ]
  await publish(app, '1.0.0', manifest('with-settings', { settingsSchema: { version: 1, fields } }))
  const settings = { hours: 'many', branch: 'bra_1' }
  const places = ['/settings/hours type', '/settings/apiKey required', '/settings/branch not_found']
  await assert.rejects(install({ slug: 'with-settings', settings }), refusal('validation_failed', ...places))
  const row = await install({ slug: 'with-settings', settings: { apiKey: 's3cret' } })
  assert.deepEqual(row.settings, { hours: 24, apiKey: '••••' })
  assert.ok(row.sealed_settings && !row.sealed_settings.includes('s3cret'))
})
