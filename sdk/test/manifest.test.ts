import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { validateManifest } from '@clinic/contract/manifest.ts'
import fc from 'fast-check'
import { defineManifest, manifestIssues, manifestSchema } from '../src/manifest.ts'

const manifest = defineManifest({
  manifestVersion: 1,
  plugin: {
    slug: 'recall-bot',
    name: { en: 'Recall bot' },
    description: { en: 'Reminds patients.' },
    developerName: 'Example',
    supportEmail: 'help@example.com',
    privacyPolicyUrl: 'https://example.com/privacy',
  },
  requestedScopes: ['patients:read'],
  requestedEvents: ['appointment.created'],
  settingsSchema: { version: 1, fields: [{ key: 'days', type: 'integer', label: { en: 'Days' }, min: 1 }] },
  webhooks: [{ name: { en: 'Events' }, events: ['appointment.*'] }],
})

/** Every place of a document, as a path of keys. */
const placesOf = (value: unknown, path: readonly string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => [[...path, key], ...placesOf(item, [...path, key])])
    : []

function spoiled(place: readonly string[], value: unknown): unknown {
  const copy: unknown = structuredClone(manifest)
  const owner = place.slice(0, -1).reduce<unknown>((at, key) => Object(at)[key], copy)
  Object(owner)[place.at(-1) ?? ''] = value
  return copy
}

test('what is wrong with a manifest is told as the platform tells it, without a server', () => {
  assert.deepEqual(manifestIssues(manifest), [])
  const wrong = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant([]), fc.constant({}), fc.boolean())
  const places = fc.constantFrom(...placesOf(manifest))
  let found = 0
  fc.assert(
    fc.property(places, wrong, (place, value) => {
      const document = spoiled(place, value)
      const issues = manifestIssues(document)
      found += issues.length
      assert.deepEqual(issues, validateManifest(document))
    }),
    { numRuns: 300 },
  )
  assert.ok(found > 100)
})

test('a manifest says what it gets wrong with what was probably meant', () => {
  const [issue] = manifestIssues({ ...manifest, requestedScopes: ['patient:read'] })
  assert.match(issue?.message ?? '', /did you mean patients:read/)
})

test('the guide’s manifest is one, and the schema for editors describes the same keys', async () => {
  const file = join(import.meta.dirname, '../../docs/pages/code/manifest.json')
  assert.deepEqual(manifestIssues(JSON.parse(await readFile(file, 'utf8'))), [])
  assert.ok(Object.keys(manifest).every(key => key in Object(manifestSchema.properties)))
})
