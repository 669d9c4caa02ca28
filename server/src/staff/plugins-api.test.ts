import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Returned } from '@clinic/contract/kernel.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import type { getConsent } from '@clinic/contract/staff/catalogue.ts'
import type {
  getInstalledPlugin,
  getPluginUpgrade,
  installPlugin,
  listConsentReceipts,
} from '@clinic/contract/staff/installations.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { manifest, publish } from '../../test/support/clinic/manifests.ts'
import { employee } from '../../test/support/staff/staff.ts'
import { upgradeInstallation } from '../domain/plugins/upgrade-installation.ts'

const app = await startApp()
const clinic = await app.clinic()
const owner = await employee(app, clinic, 'owner')
const receptionist = await employee(app, clinic, 'receptionist')
const stranger = await employee(app, await app.clinic(), 'owner')

type Consent = Returned<typeof getConsent>
type Installed = Returned<typeof installPlugin>
type Plugin = Returned<typeof getInstalledPlugin>
type Receipt = Returned<typeof listConsentReceipts>

const asked: Partial<Manifest> = {
  optionalScopes: ['practitioners:read'],
  settingsSchema: {
    version: 1,
    fields: [{ key: 'apiKey', type: 'secret', label: { en: 'Key', ar: 'مفتاح' }, required: true }],
  },
  webhooks: [{ name: { en: 'Bookings' }, events: ['appointment.*'] }],
}

let plugins = 0
async function offer(changes: Partial<Manifest> = {}) {
  const slug = `offer-${++plugins}`
  await publish(app, '1.0.0', manifest(slug, { ...asked, ...changes }))
  return { slug, consentHash: (await consentTo(slug)).consentHash }
}
const consentTo = async (slug: string) => (await owner.send<Consent>('GET', `/catalogue/${slug}/consent`)).body.data

const wishes = { language: 'ar', settings: { apiKey: 'a-planted-secret' } }
async function install(changes: Partial<Manifest> = {}) {
  const offered = await offer(changes)
  const { status, body } = await owner.send<Installed>('POST', '/installations', { ...offered, ...wishes })
  assert.equal(status, 201, JSON.stringify(body))
  return { slug: offered.slug, token: body.data.token, path: `/installations/${body.data.installation.id}`, body }
}
const statusOf = async (token: string | null, path = '/appointments') => (await app.api(token ?? '').get(path)).status
const receiptsOf = async (path: string) => (await owner.send<Receipt[]>('GET', `${path}/receipts`)).body.data
const outcome = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await owner.send(method, path, body)
  return status < 300 ? status : answer.error.code
}

test('an owner installs what was shown: the key works immediately, the receipt names who agreed, where and in which words', async () => {
  const { path, token, slug } = await install()
  assert.equal(await statusOf(token), 200)
  const [receipt, ...more] = await receiptsOf(path)
  assert.equal(more.length, 0)
  assert.equal(receipt?.givenBy, `staff ${owner.user.id}`)
  assert.deepEqual(
    [receipt.giverName, receipt.giverRole, receipt.language, receipt.address, receipt.secondFactorAt],
    ['Person', 'owner', 'ar', '127.0.0.1', null],
  )
  assert.match(receipt.sessionId ?? '', /^ses_/)
  const shown = receipt.textShown as { required: Consent['required'] }
  assert.deepEqual(shown.required, (await consentTo(slug)).required)
  assert.deepEqual(receipt.scopes, ['appointments:read'])
})

test('what was shown and is no longer asked for is not agreed to: consent_changed, and nothing is installed', async () => {
  const { slug, consentHash } = await offer()
  await publish(app, '1.1.0', manifest(slug, { ...asked, requestedScopes: ['appointments:read', 'invoices:read'] }))
  assert.equal(await outcome('POST', '/installations', { slug, consentHash, ...wishes }), 'consent_changed')
  const fresh = (await consentTo(slug)).consentHash
  assert.equal(await outcome('POST', '/installations', { slug, consentHash: fresh, ...wishes }), 201)
})

test('a plugin stands once in a clinic: already_installed, also for two owners at the same time', async () => {
  const offered = await offer()
  const answers = await Promise.all([1, 2].map(() => outcome('POST', '/installations', { ...offered, ...wishes })))
  assert.deepEqual(answers.sort(), [201, 'already_installed'])
  assert.equal(await outcome('POST', '/installations', { ...offered, ...wishes }), 'already_installed')
})

test('an address that may not be sent to installs nothing', async () => {
  const offered = await offer()
  const webhookUrls = [{ template: 1, url: 'https://127.0.0.1/hook' }]
  const wish = { ...offered, ...wishes, webhookUrls }
  assert.equal(await outcome('POST', '/installations', wish), 'destination_not_allowed')
  const [{ count } = { count: -1 }] = await app.sql<{ count: number }>(
    `select count(*)::int from installation join plugin on plugin.id = plugin_id where slug = $1`,
    [offered.slug],
  )
  assert.equal(count, 0)
})

test('everybody sees the plugins, and only owners and admins change them', async () => {
  const { path, slug } = await install()
  const seen = await receptionist.send<Plugin>('GET', path)
  assert.deepEqual([seen.status, seen.body.data.slug], [200, slug])
  for (const [method, part, body] of [
    ['POST', '/suspend', {}],
    ['POST', '/uninstall', { confirm: slug }],
    ['GET', '/tokens'],
    ['PATCH', '/settings', { settings: {} }],
  ] as const) {
    const refused = await receptionist.send(method, `${path}${part}`, body)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'not_permitted'], part)
  }
})

test('another clinic’s plugin, key and endpoint do not exist', async () => {
  const { path } = await install()
  const made = await owner.send<{ id: string }>('POST', `${path}/tokens`, { name: 'Server' })
  for (const part of ['', '/receipts', '/tokens', '/endpoints', '/upgrade'])
    assert.equal((await stranger.send('GET', `${path}${part}`)).status, 404, part)
  assert.equal((await stranger.send('DELETE', `${path}/tokens/${made.body.data.id}`)).status, 404)
  const other = await install()
  assert.equal(await outcome('DELETE', `${other.path}/tokens/${made.body.data.id}`), 'not_found')
})

test('an upgrade that asks for more: the old grant works on, the difference is shown, approving leaves a second receipt', async () => {
  const { path, slug, token, body } = await install()
  const { id } = body.data.installation
  const more = { ...asked, requestedScopes: ['appointments:read', 'invoices:read'] as const }
  await publish(app, '2.0.0', manifest(slug, { ...more, requestedScopes: [...more.requestedScopes] }))
  const examinedAt = '2026-07-14T09:00:00.000Z'
  // An exam may be passed after the version was published.
  await app.sql(
    "update plugin_version set examined_at = $1 where manifest #>> '{plugin,slug}' = $2 and version = '2.0.0'",
    [...[examinedAt, slug]],
  )
  await app.write(clinic, tx => upgradeInstallation(tx, { id }))
  assert.deepEqual([await statusOf(token), await statusOf(token, '/invoices')], [200, 403])
  const { data: upgrade } = (await owner.send<Returned<typeof getPluginUpgrade>>('GET', `${path}/upgrade`)).body
  assert.deepEqual([upgrade.fromVersion, upgrade.consent.version], ['1.0.0', '2.0.0'])
  assert.equal(upgrade.consent.plugin.examinedAt, examinedAt)
  assert.deepEqual([upgrade.addedScopes.map(({ scope }) => scope), upgrade.droppedScopes], [['invoices:read'], []])
  const { consentHash } = upgrade.consent
  const approve = { consentHash, language: 'en' }
  const old = { ...approve, consentHash: '0'.repeat(64) }
  assert.equal(await outcome('POST', `${path}/upgrade/approve`, old), 'consent_changed')
  assert.equal(await outcome('POST', `${path}/upgrade/approve`, approve), 200)
  assert.equal(await statusOf(token, '/invoices'), 200)
  const receipts = await receiptsOf(path)
  assert.deepEqual(
    receipts.map(({ version, language }) => [version, language]),
    [
      ['2.0.0', 'en'],
      ['1.0.0', 'ar'],
    ],
  )
})

test('a declined upgrade is not asked about again, the next version is', async () => {
  const { path, slug, body } = await install()
  const { id } = body.data.installation
  const ask = async (version: string, scope: 'invoices:read' | 'payments:read') => {
    await publish(app, version, manifest(slug, { ...asked, requestedScopes: ['appointments:read', scope] }))
    await app.write(clinic, tx => upgradeInstallation(tx, { id }))
  }
  const pending = async () => (await owner.send<Plugin>('GET', path)).body.data.pendingVersion
  await ask('2.0.0', 'invoices:read')
  assert.equal(await pending(), '2.0.0')
  assert.equal(await outcome('POST', `${path}/upgrade/decline`, {}), 200)
  await app.write(clinic, tx => upgradeInstallation(tx, { id }))
  assert.equal(await pending(), null)
  assert.equal(await outcome('GET', `${path}/upgrade`), 'invalid_state_transition')
  await ask('3.0.0', 'payments:read')
  assert.equal(await pending(), '3.0.0')
})

test('optional scopes are granted and taken back from the next request on; required ones go only with the plugin', async () => {
  const { path, token } = await install()
  const change = (changes: object) => outcome('POST', `${path}/scopes`, { language: 'en', ...changes })
  assert.equal(await statusOf(token, '/practitioners'), 403)
  assert.equal(await change({ add: ['practitioners:read'] }), 200)
  assert.equal(await statusOf(token, '/practitioners'), 200)
  assert.equal(await change({ remove: ['appointments:read'] }), 'required_scope')
  assert.equal(await change({ add: ['invoices:read'] }), 'validation_failed')
  assert.equal(await change({ remove: ['practitioners:read'] }), 200)
  assert.equal(await statusOf(token, '/practitioners'), 403)
  assert.equal((await receiptsOf(path)).length, 3)
  assert.equal(await change({ remove: ['practitioners:read'] }), 200)
  assert.equal((await receiptsOf(path)).length, 3)
})

test('a suspended plugin is refused with who stopped it and why, until it is let go on', async () => {
  const { path, token } = await install()
  const reason = 'It sent reminders twice.'
  const { data } = (await owner.send<Plugin>('POST', `${path}/suspend`, { reason })).body
  assert.deepEqual([data.status, data.stopReason, data.stoppedBy], ['SUSPENDED', reason, owner.user.id])
  assert.equal(await statusOf(token), 403)
  const resumed = (await owner.send<Plugin>('POST', `${path}/resume`, {})).body.data
  assert.deepEqual([resumed.status, resumed.stopReason, resumed.stoppedBy], ['ACTIVE', null, null])
  assert.equal(await statusOf(token), 200)
})

test('a plugin is removed by who types its name; its keys end, and it is listed among the removed', async () => {
  const { path, slug, token } = await install()
  assert.equal(await outcome('POST', `${path}/uninstall`, { confirm: `${slug}s` }), 'confirmation_mismatch')
  assert.equal(await statusOf(token), 200)
  assert.equal(await outcome('POST', `${path}/uninstall`, { confirm: slug }), 200)
  assert.equal(await statusOf(token), 401)
  const slugs = async (query: string) =>
    (await owner.send<Plugin[]>('GET', `/installations${query}`)).body.data.map(each => each.slug)
  assert.ok(!(await slugs('')).includes(slug))
  assert.ok((await slugs('?removed=true')).includes(slug))
  assert.equal(await outcome('POST', `${path}/tokens`, { name: 'Server' }), 'invalid_state_transition')
})

test('settings are changed key by key, and no answer holds a secret', async () => {
  const { path } = await install()
  assert.equal(await outcome('PATCH', `${path}/settings`, { settings: { apiKey: null } }), 'validation_failed')
  assert.equal(await outcome('PATCH', `${path}/settings`, { settings: { unknown: 1 } }), 'validation_failed')
  assert.equal(await outcome('PATCH', `${path}/settings`, { settings: { apiKey: 'another-planted-secret' } }), 200)
  const answers = await Promise.all(
    ['', '/receipts'].map(async part => JSON.stringify((await owner.send('GET', `${path}${part}`)).body)),
  )
  assert.ok(answers.every(text => !text.includes('planted-secret')))
})
