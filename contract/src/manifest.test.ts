import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from './event-types.ts'
import { manifestSchemaV1, validateManifest } from './manifest.ts'
import { SCOPES } from './scopes.ts'
import { validator } from './validate.ts'

const plugin = {
  slug: 'smile-reminders',
  name: { en: 'Smile Reminders', ar: 'تذكيرات الابتسامة' },
  description: { en: 'Reminds patients of their appointments.' },
  developerName: 'Example Software',
  supportEmail: 'support@example.com',
  privacyPolicyUrl: 'https://example.com/privacy',
}
const minimal = {
  manifestVersion: 1,
  plugin,
  requestedScopes: ['appointments:read'],
  requestedEvents: ['appointment.created', 'appointment.cancelled'],
}
const full = {
  ...minimal,
  plugin: { ...plugin, developerUrl: 'https://example.com', iconUrl: 'https://example.com/icon.png' },
  optionalScopes: ['patients:read', 'patients:read.pii'],
  settingsSchema: { version: 1, fields: [{ key: 'hours', type: 'integer', label: { en: 'Hours before' } }] },
  webhooks: [{ name: { en: 'Appointments' }, description: { en: 'All of them' }, events: ['appointment.*'] }],
  allowedIpRanges: ['203.0.113.0/24', '2001:db8::/32'],
}
const places = (value: unknown) => validateManifest(value).map(({ path, code }) => `${path} ${code}`)
const message = (value: unknown) => validateManifest(value).map(issue => issue.message)

test('takes a minimal and a full manifest, and one that asks for everything', () => {
  const everything = { ...minimal, requestedScopes: Object.keys(SCOPES), requestedEvents: [...EVENT_TYPES] }
  const named = { $schema: 'https://clinic.example/docs/plugin-manifest-v1.json', ...minimal }
  for (const manifest of [minimal, full, everything, named, { ...minimal, requestedEvents: [] }]) {
    assert.deepEqual(validateManifest(manifest), [])
    assert.equal(validator(manifestSchemaV1).check(manifest), true)
  }
})

test('names what is missing', () => {
  assert.deepEqual(places({}), [
    '/manifestVersion required',
    '/plugin required',
    '/requestedScopes required',
    '/requestedEvents required',
  ])
  assert.deepEqual(places(null), [' type'])
})

test('holds every rule of a field', () => {
  const cases: [unknown, string][] = [
    [{ ...minimal, manifestVersion: 2 }, '/manifestVersion const'],
    [{ ...minimal, extra: 1 }, '/extra unknown_key'],
    [{ ...minimal, plugin: { ...plugin, slug: 'Ab' } }, '/plugin/slug pattern'],
    [{ ...minimal, plugin: { ...plugin, slug: 'a'.repeat(31) } }, '/plugin/slug pattern'],
    [{ ...minimal, plugin: { ...plugin, name: { ar: 'x' } } }, '/plugin/name/en required'],
    [{ ...minimal, plugin: { ...plugin, name: { en: 'x'.repeat(201) } } }, '/plugin/name/en too_long'],
    [{ ...minimal, plugin: { ...plugin, name: { en: 'x', fr: 'y' } } }, '/plugin/name/fr unknown_key'],
    [{ ...minimal, plugin: { ...plugin, description: { en: '' } } }, '/plugin/description/en too_short'],
    [{ ...minimal, plugin: { ...plugin, supportEmail: 'nobody' } }, '/plugin/supportEmail format'],
    [{ ...minimal, plugin: { ...plugin, privacyPolicyUrl: 'http://example.com' } }, '/plugin/privacyPolicyUrl pattern'],
    [{ ...minimal, plugin: { ...plugin, iconUrl: 'javascript:alert(1)' } }, '/plugin/iconUrl pattern'],
    [
      { ...minimal, plugin: { ...plugin, developerUrl: `https://e.com/${'x'.repeat(1000)}` } },
      '/plugin/developerUrl too_long',
    ],
    [{ ...minimal, requestedScopes: [] }, '/requestedScopes too_few'],
    [{ ...minimal, requestedScopes: ['patients:read', 'patients:read'] }, '/requestedScopes/1 not_unique'],
    [{ ...minimal, requestedEvents: ['appointment.*'] }, '/requestedEvents/0 enum'],
    [{ ...full, optionalScopes: ['appointments:read'] }, '/optionalScopes/0 not_unique'],
    [{ ...full, allowedIpRanges: ['203.0.113.7'] }, '/allowedIpRanges/0 format'],
    [{ ...full, allowedIpRanges: Array.from({ length: 51 }, () => '10.0.0.0/8') }, '/allowedIpRanges too_many'],
    [{ ...full, webhooks: Array.from({ length: 11 }, () => full.webhooks[0]) }, '/webhooks too_many'],
    [{ ...full, webhooks: [{ name: { en: 'x' }, events: [] }] }, '/webhooks/0/events too_few'],
    [{ ...full, webhooks: [{ name: { en: 'x' }, events: ['invoice.paid'] }] }, '/webhooks/0/events/0 not_covered'],
    [{ ...full, webhooks: [{ name: { en: 'x' }, events: ['invoice.*'] }] }, '/webhooks/0/events/0 not_covered'],
    [{ ...full, webhooks: [{ name: { en: 'x' }, events: ['nothing.*'] }] }, '/webhooks/0/events/0 enum'],
    [{ ...full, settingsSchema: { version: 1, fields: [] } }, '/settingsSchema/fields too_few'],
    [
      { ...full, settingsSchema: { version: 1, fields: [{ key: 'a', type: 'select', label: { en: 'x' } }] } },
      '/settingsSchema/fields/0/options required',
    ],
  ]
  for (const [manifest, place] of cases) assert.deepEqual(places(manifest), [place])
})

test('says which name was probably meant', () => {
  assert.deepEqual(message({ ...minimal, requestedScopes: ['patient:read'] }), [
    'must be one of the 48 scopes; did you mean patients:read?',
  ])
  assert.deepEqual(message({ ...minimal, requestedEvents: ['appointment.canceled'] }), [
    `must be one of the ${EVENT_TYPES.length} event types; did you mean appointment.cancelled?`,
  ])
  assert.deepEqual(message({ ...minimal, requestedevents: [] }), [
    'is not a known field; did you mean requestedEvents?',
  ])
})

test('says where a family of events may stand, and where not', () => {
  const hint = 'must be one event type; a family such as appointment.* may stand in the events of webhooks alone'
  for (const family of ['appointment.*', '*', 'nothing.*'])
    assert.deepEqual(message({ ...minimal, requestedEvents: ['appointment.created', family] }), [hint])
})

test('reports all problems at once, whatever shape the document has', () => {
  const broken = {
    ...full,
    plugin: 'smile',
    requestedScopes: ['appointments:read', 'patients:raed'],
    optionalScopes: ['appointments:read', 7],
    webhooks: [null, { name: { en: 'x' }, events: ['appointments.*', 5] }],
    allowedIpRanges: [5, 'x'],
    settingsSchema: [],
  }
  assert.deepEqual(places(broken).sort(), [
    '/allowedIpRanges/0 type',
    '/allowedIpRanges/1 format',
    '/optionalScopes/0 not_unique',
    '/optionalScopes/1 type',
    '/plugin type',
    '/requestedScopes/1 enum',
    '/settingsSchema type',
    '/webhooks/0 type',
    '/webhooks/1/events/0 enum',
    '/webhooks/1/events/1 type',
  ])
})
