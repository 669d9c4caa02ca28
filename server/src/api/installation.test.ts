import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getInstallation, updateInstallationSettings } from '@clinic/contract/installation.ts'
import type { Manifest } from '@clinic/contract/manifest.ts'
import type { ScopeName } from '@clinic/contract/scopes.ts'
import { startApp } from '../../test/support/app/harness.ts'
import { manifest, publish } from '../../test/support/clinic/manifests.ts'
import { installPlugin } from '../domain/plugins/install-plugin.ts'
import { openSettings } from '../domain/plugins/installation-settings.ts'
import { issueToken } from '../domain/plugins/issue-token.ts'

const app = await startApp()
const clinic = await app.clinic()
const branch = await app.branch(clinic)
const doctor = await app.doctor([branch])
const label = { en: 'A setting' }
const BOTH: ScopeName[] = ['settings:read', 'settings:write']
let count = 0

/** Installs a plugin and answers its client. */
async function plugin(settingsSchema: Manifest['settingsSchema'], requestedScopes = BOTH) {
  const slug = `settings-${++count}`
  await publish(app, '1.4.0', manifest(slug, { requestedScopes, ...(settingsSchema && { settingsSchema }) }))
  const { id } = await app.write(clinic, tx => installPlugin(tx, { slug }))
  const { token } = await app.write(clinic, tx => issueToken(tx, { installationId: id }))
  return { id, slug, api: app.api(token) }
}

const eventsOf = async (id: string) =>
  (
    await app.sql("select data, previous_attributes from event where data ->> 'id' = $1 order by created_at, id", [id])
  ).map(({ data, previous_attributes }) => ({ ...data, previous_attributes }))

test('shows what was granted and, masked, the settings', async () => {
  const fields = [
    { key: 'apiKey', type: 'secret' as const, label },
    { key: 'hours', type: 'integer' as const, label, default: 24 },
  ]
  const { id, slug, api } = await plugin({ version: 1, fields })
  await api.call(updateInstallationSettings, { settings: { apiKey: 's3cret' } })
  const { status, body } = await api.call(getInstallation, {})
  const { installedAt, ...shown } = body.data
  assert.equal(status, 200)
  assert.match(installedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(shown, {
    object: 'installation',
    id,
    status: 'ACTIVE',
    pluginSlug: slug,
    pluginVersion: '1.4.0',
    grantedScopes: BOTH,
    grantedEvents: ['appointment.created'],
    settings: { apiKey: '••••', hours: 24 },
  })
})

test('shows no settings without settings:read, also in the answer to a change', async () => {
  const { api } = await plugin(undefined, ['settings:write'])
  const changed = await api.call(updateInstallationSettings, { settings: { colour: 'green' } })
  assert.deepEqual([changed.status, changed.body.data.settings], [200, {}])
  assert.deepEqual((await api.call(getInstallation, {})).body.data.settings, {})
})

test('merges by key, deletes with null, and tells the plugin which keys changed and nothing else', async () => {
  const { id, api } = await plugin(undefined)
  const change = async (settings: Record<string, unknown>) =>
    (await api.call(updateInstallationSettings, { settings })).body.data
  const first = await change({ a: 1, b: { deep: [1, 2], flat: true } })
  assert.deepEqual(first, {
    object: 'installation_settings',
    installationId: id,
    settings: { a: 1, b: { deep: [1, 2], flat: true } },
  })
  assert.deepEqual((await change({ a: null, c: 'نعم' })).settings, { b: { deep: [1, 2], flat: true }, c: 'نعم' })
  const common = { id, object: 'installation', previous_attributes: {} }
  assert.deepEqual(await eventsOf(id), [
    { ...common, changedKeys: ['a', 'b'] },
    { ...common, changedKeys: ['a', 'c'] },
  ])
})

test('a change that changes nothing writes nothing and fires nothing', async () => {
  const { id, api } = await plugin(undefined)
  const settings = { nested: { b: 1, a: [{ d: 1, c: 2 }] } }
  await api.call(updateInstallationSettings, { settings })
  const row = () => app.sql('select updated_at from installation where id = $1', [id])
  const before = await row()
  for (const same of [{}, settings, { nested: { a: [{ c: 2, d: 1 }], b: 1 } }, { absent: null }])
    assert.equal((await api.call(updateInstallationSettings, { settings: same })).status, 200)
  assert.deepEqual(await row(), before)
  assert.equal((await eventsOf(id)).length, 1)
})

test('takes a value of every type and refuses what the schema refuses, every problem in one answer', async () => {
  const options = ['sun', 'mon'].map(value => ({ value, label }))
  const types = [
    'number',
    'integer',
    'boolean',
    'url',
    'email',
    'phone',
    'date',
    'time',
    'branch',
    'practitioner',
  ] as const
  const fields = [
    { key: 'text', type: 'text' as const, label, pattern: '^[a-z]+$' },
    { key: 'secret', type: 'secret' as const, label, minLength: 4 },
    { key: 'select', type: 'select' as const, label, options },
    { key: 'multiselect', type: 'multiselect' as const, label, options },
    { key: 'messageTemplate', type: 'messageTemplate' as const, label },
    ...types.map(type => ({ key: type, type, label })),
  ]
  const { api } = await plugin({ version: 1, fields })
  const good = {
    text: 'abc',
    secret: 's3cret',
    select: 'sun',
    multiselect: ['mon', 'sun'],
    number: 0.5,
    integer: 3,
    boolean: false,
    url: 'https://example.com/x',
    email: 'name@example.com',
    phone: '+966 50 000 1234',
    date: '2026-11-20',
    time: '09:30',
    branch: branch.id,
    practitioner: doctor.id,
  }
  const taken = await api.call(updateInstallationSettings, { settings: good })
  assert.deepEqual([taken.status, taken.body.data.settings], [200, { ...good, secret: '••••' }])
  const elsewhere = await app.branch(await app.clinic())
  const bad = {
    text: 'ABC',
    secret: 'abc',
    select: 'fri',
    multiselect: ['sun', 'sun'],
    number: '1',
    integer: 0.5,
    boolean: 'no',
    url: 'ftp://x',
    email: 'x',
    phone: 'x',
    date: '2026-02-30',
    time: '24:00',
    branch: elsewhere.id,
    practitioner: branch.id,
    messageTemplate: 'mtp_1',
    other: 1,
  }
  const refused = await api.call(updateInstallationSettings, { settings: bad })
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'validation_failed'])
  const places = refused.body.error.details?.issues?.map(({ path }) => path.split('/')[1])
  assert.deepEqual([...new Set(places)].sort(), Object.keys(bad).sort())
  assert.ok(!refused.text.includes('ABC') && !refused.text.includes('ftp'))
  assert.deepEqual((await api.call(getInstallation, {})).body.data.settings, { ...good, secret: '••••' })
})

test('seals secrets: the database, the events and the answers never hold one, and the mask sent back keeps it', async () => {
  const { id, api } = await plugin({ version: 1, fields: [{ key: 'apiKey', type: 'secret', label }] })
  await api.call(updateInstallationSettings, { settings: { apiKey: 'hunter22' } })
  const kept = await api.call(updateInstallationSettings, { settings: { apiKey: '••••' } })
  assert.deepEqual([kept.status, kept.body.data.settings], [200, { apiKey: '••••' }])
  const [row] = await app.sql<{ text: string }>('select t::text from installation t where id = $1', [id])
  const [sealed] = await app.sql<{ bytes: Buffer }>('select sealed_settings as bytes from installation where id = $1', [
    id,
  ])
  assert.ok(sealed?.bytes.length && !sealed.bytes.includes('hunter22') && !JSON.stringify(row).includes('hunter22'))
  assert.deepEqual(
    (await eventsOf(id)).map(({ changedKeys }) => changedKeys),
    [['apiKey']],
  )
  const opened = await app.write(clinic, async tx => openSettings(tx.box, await tx.get('installation', id)))
  assert.deepEqual(opened, { apiKey: 'hunter22' })
})

test('changes at the same time do not undo each other', async () => {
  const { id, api } = await plugin(undefined)
  const keys = Array.from({ length: 8 }, (_, index) => `key${index}`)
  await Promise.all(keys.map(key => api.call(updateInstallationSettings, { settings: { [key]: 1 } })))
  assert.deepEqual(Object.keys((await api.call(getInstallation, {})).body.data.settings).sort(), keys)
  assert.equal((await eventsOf(id)).length, keys.length)
})

test('refuses more than 200 keys or 64 KiB, and a body that is no map', async () => {
  const { api } = await plugin(undefined)
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`k${index}`, 1]))
  for (const settings of [many, { big: 'x'.repeat(70_000) }, { zero: 'a\0b' }])
    assert.equal((await api.call(updateInstallationSettings, { settings })).status, 400)
  assert.equal((await api.patch('/installation/settings', [1])).status, 400)
})
