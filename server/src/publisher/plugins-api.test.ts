import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Manifest, validateManifest } from '@clinic/contract/manifest.ts'
import { checkManifest, createOwnPlugin, listOwnPlugins, updateOwnPlugin } from '@clinic/contract/publisher/plugins.ts'
import { getOwnVersion, listOwnVersions, uploadVersion, withdrawVersion } from '@clinic/contract/publisher/versions.ts'
import { getCatalogueEntry, getConsent, listCatalogue } from '@clinic/contract/staff/catalogue.ts'
import { installPlugin } from '@clinic/contract/staff/installations.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { manifest, publish, refusal } from '../../test/support/clinic/manifests.ts'
import { openPublisherScene, type PublisherScene } from '../../test/support/publisher/scene.ts'
import { openStaffScene, staffClient } from '../../test/support/staff/scene.ts'
import { matchesPattern } from '../domain/plugins/setting-pattern.ts'

const app = await startApp()
const scene = await openPublisherScene(app)
const { api, publisherId } = scene

async function pluginOf(
  { api, publisherId, next }: PublisherScene,
  wishes: { visibility?: 'LISTED' | 'PRIVATE' } = {},
) {
  const slug = `made-${next()}`
  const { status, text, body } = await api.call(createOwnPlugin, { publisherId, slug, ...wishes })
  assert.equal(status, 201, text)
  return { publisherId, id: body.data.id, slug }
}

const upload = (
  { publisherId, id, slug }: { publisherId: string; id: string; slug: string },
  version: string,
  changes: Partial<Manifest> = {},
  client = api,
) => client.call(uploadVersion, { publisherId, id, version, manifest: { ...manifest(slug, changes) } })

const issuesOf = ({ body }: { body: { error: { details?: { issues?: { path: string; code: string }[] } } } }) =>
  (body.error.details?.issues ?? []).map(({ path, code }) => `${path} ${code}`)

/** Twelve faults, each at a place of its own. */
const faulty = (slug: string): Record<string, unknown> => ({
  ...manifest(slug),
  plugin: { ...manifest(slug).plugin, name: { en: '' }, supportEmail: 'nobody', privacyPolicyUrl: 'http://x.example' },
  requestedScopes: ['patients:read', 'patients:everything'],
  optionalScopes: ['patients:read'],
  requestedEvents: ['appointment.created', 'appointment.*'],
  webhooks: [{ name: { en: 'A' }, events: ['invoice.paid', 'nothing.happened'] }],
  allowedIpRanges: ['203.0.113.0/33'],
  settingsSchema: { version: 1, fields: [{ key: 'Hours', type: 'integer', label: { en: 'Hours' } }] },
  surprise: true,
  manifestVersion: 2,
})

test('12 faults in a manifest: the same 12 pointers in the check, the upload and the operator’s command', async () => {
  const plugin = await pluginOf(scene)
  const document = faulty(plugin.slug)
  const told = validateManifest(document, matchesPattern)
  assert.equal(told.length, 12, JSON.stringify(told))
  const checked = await api.call(checkManifest, { publisherId, manifest: document })
  assert.deepEqual([checked.status, checked.body.data], [200, { valid: false, issues: told }])
  const { id } = plugin
  const refused = await api.call(uploadVersion, { publisherId, id, version: '1.0.0', manifest: document })
  assert.deepEqual([refused.status, refused.body.error.details?.issues], [400, told])
  assert.deepEqual((await api.list(listOwnVersions, { publisherId, id })).body.data, [])
})

test('a sound manifest has no issue, and nothing is kept of what is only checked', async () => {
  const plugin = await pluginOf(scene)
  const { body } = await api.call(checkManifest, { publisherId, manifest: { ...manifest(plugin.slug) } })
  assert.deepEqual(body.data, { valid: true, issues: [] })
  const own = (await api.list(listOwnPlugins, { publisherId })).body.data.find(({ id }) => id === plugin.id)
  assert.deepEqual([own?.newestVersion, own?.publishedVersion, own?.visibility], [null, null, 'PRIVATE'])
})

test('a number is never used again, by whatever came of its version, and two at the same time are one', async () => {
  const plugin = await pluginOf(scene)
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(plugin, '1.0.0')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400])
  const gone = await api.call(withdrawVersion, { ...named(plugin), version: '1.0.0' })
  assert.deepEqual([gone.status, gone.body.data.state], [200, 'WITHDRAWN'])
  assert.deepEqual(issuesOf(await upload(plugin, '1.0.0')), ['version not_unique'])
  assert.deepEqual(issuesOf(await upload(plugin, '1.0')), ['version format'])
  const again = await api.call(withdrawVersion, { ...named(plugin), version: '1.0.0' })
  assert.deepEqual([again.status, again.body.error.code], [409, 'invalid_state_transition'])
})

const named = ({ publisherId, id }: { publisherId: string; id: string }) => ({ publisherId, id })

test('a version is of the plugin whose slug it names, and a slug is one publisher’s', async () => {
  const plugin = await pluginOf(scene)
  assert.deepEqual(issuesOf(await upload({ ...plugin, slug: 'another-one' }, '1.0.0')), ['/plugin/slug const'])
  const other = await openPublisherScene(app)
  const taken = await other.api.call(createOwnPlugin, { publisherId: other.publisherId, slug: plugin.slug })
  assert.deepEqual(issuesOf(taken), ['/slug not_unique'])
  const theirs = { ...plugin, publisherId: other.publisherId }
  assert.equal((await upload(theirs, '1.0.0', {}, other.api)).status, 404)
  await assert.rejects(
    publish(app, '1.0.0', manifest(plugin.slug)),
    refusal('validation_failed', '/plugin/slug not_unique'),
  )
})

test('the difference is against the version published last, and counts who takes over and who must approve', async () => {
  const plugin = await pluginOf(scene)
  await upload(plugin, '1.0.0', { optionalScopes: ['clinic:read'], allowedIpRanges: ['203.0.113.0/24'] })
  await app.sql("update plugin_version set state = 'PUBLISHED', published_at = now() where plugin_id = $1", [plugin.id])
  const few = await app.installation(await app.clinic(), {
    scopes: ['appointments:read'],
    events: ['appointment.created'],
  })
  const all = await app.installation(await app.clinic())
  for (const { installation } of [few, all])
    await app.sql('update installation set plugin_id = $1 where id = $2', [plugin.id, installation.id])
  await upload(plugin, '1.5.0', { requestedScopes: ['appointments:read', 'clinic:read'] })
  const { body } = await upload(plugin, '2.0.0', {
    requestedScopes: ['appointments:read', 'invoices:read'],
    requestedEvents: ['invoice.paid'],
    webhooks: [],
  })
  assert.deepEqual(body.data.difference, {
    from: '1.0.0',
    addedScopes: ['invoices:read'],
    droppedScopes: [],
    addedOptionalScopes: [],
    droppedOptionalScopes: ['clinic:read'],
    addedEvents: ['invoice.paid'],
    droppedEvents: ['appointment.created'],
    changed: ['ranges'],
    takeOver: 1,
    mustApprove: 1,
  })
  const read = await api.call(getOwnVersion, { ...named(plugin), version: '2.0.0' })
  assert.deepEqual(read.body.data, body.data)
  assert.deepEqual(issuesOf(await upload(plugin, '0.9.0')), ['version too_small'])
})

test('what is uploaded is offered in the own sandbox alone: elsewhere there is no such plugin', async () => {
  const plugin = await pluginOf(scene, { visibility: 'LISTED' })
  await upload(plugin, '1.0.0')
  await app.sql('update staff_session set company_id = $2 where user_id = $1', [scene.user.id, scene.clinic.company_id])
  const sandbox = staffClient(app, () => scene.cookie)
  const clinic = await openStaffScene(app)
  const { slug } = plugin
  assert.equal((await sandbox.call(getCatalogueEntry, { slug })).body.data.version, '1.0.0')
  const { consentHash } = (await sandbox.call(getConsent, { slug })).body.data
  const never = await clinic.api.call(getConsent, { slug: 'never-there' })
  for (const answer of [
    await clinic.api.call(getCatalogueEntry, { slug }),
    await clinic.api.call(getConsent, { slug }),
    await clinic.api.call(installPlugin, { slug, consentHash, language: 'en' }),
  ])
    assert.deepEqual([answer.status, answer.body.error.details], [404, never.body.error.details])
  const listed = (await clinic.api.list(listCatalogue, {})).body.data
  assert.ok(!listed.some(entry => entry.slug === slug))
  const installed = await sandbox.call(installPlugin, { slug, consentHash, language: 'en' })
  assert.deepEqual([installed.status, installed.body.data?.installation?.mode], [201, 'TEST'], installed.text)
  await api.call(withdrawVersion, { ...named(plugin), version: '1.0.0' })
  assert.ok(
    !(await sandbox.list(listCatalogue, {})).body.data.some(
      entry => entry.slug === slug && entry.installationId === null,
    ),
  )
})

test('a private plugin is found by no clinic, and one that was published privately is not listed unreviewed', async () => {
  const plugin = await pluginOf(scene)
  await upload(plugin, '1.0.0')
  await app.sql("update plugin_version set state = 'PUBLISHED', published_at = now() where plugin_id = $1", [plugin.id])
  const clinic = await openStaffScene(app)
  assert.equal((await clinic.api.call(getCatalogueEntry, { slug: plugin.slug })).status, 404)
  const listed = await api.call(updateOwnPlugin, { ...named(plugin), visibility: 'LISTED' })
  assert.deepEqual([listed.status, listed.body.error.code], [409, 'invalid_state_transition'])
})

test('the database takes no change of what is published, and none of another publisher’s', async () => {
  const plugin = await pluginOf(scene)
  await upload(plugin, '1.0.0')
  const other = await openPublisherScene(app)
  const asOther = (text: string) =>
    app.write(other.clinic, tx => tx.sql({ name: `test ${text}`, text, values: [plugin.id] }))
  assert.deepEqual(await asOther('update plugin_version set state = state where plugin_id = $1 returning id'), [])
  assert.deepEqual(await asOther("update plugin set category = 'theirs' where id = $1 returning id"), [])
  assert.deepEqual(await asOther('select id from plugin_version where plugin_id = $1'), [])
  await assert.rejects(
    app.sql("update plugin_version set manifest = '{}' where plugin_id = $1", [plugin.id]),
    /never changed/,
  )
  await app.sql("update plugin_version set state = 'PUBLISHED', published_at = now() where plugin_id = $1", [plugin.id])
  await assert.rejects(
    app.sql("update plugin_version set state = 'WITHDRAWN', published_at = null where plugin_id = $1", [plugin.id]),
    /never changed/,
  )
})
