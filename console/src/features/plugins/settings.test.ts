import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf, numberTyped, patchOf, settingsIssues, shownOf, startOf } from './settings.ts'

const label = { en: 'Label' }
const fields = fieldsOf({
  version: 1,
  fields: [
    { key: 'on', type: 'boolean', label },
    { key: 'hours', type: 'integer', label, default: 24, min: 1, max: 168, visibleWhen: { key: 'on', equals: true } },
    { key: 'apiKey', type: 'secret', label, required: true, minLength: 8 },
    { key: 'site', type: 'url', label, required: true, visibleWhen: { key: 'hours', equals: 1 } },
  ],
})

test('what is hidden keeps its value, is not required, and hides what depends on it', () => {
  const keys = (values: object) => shownOf(fields, { ...values }).map(({ key }) => key)
  assert.deepEqual(keys({ hours: 1 }), ['on', 'apiKey'])
  assert.deepEqual(keys({ on: true, hours: 1 }), ['on', 'hours', 'apiKey', 'site'])
  const values = { on: false, hours: 1, apiKey: 'a-new-secret' }
  assert.deepEqual(settingsIssues(fields, values, {}, '/settings'), [])
  assert.deepEqual(patchOf(fields, values, { on: true, hours: 1 }), { on: false, apiKey: 'a-new-secret' })
})

test('what is missing or out of bounds is said at its place, and a secret that is set is enough', () => {
  const start = { ...startOf(fields, { apiKey: '••••' }), on: true }
  assert.deepEqual(settingsIssues(fields, start, { apiKey: '••••' }, ''), [])
  const places = settingsIssues(fields, { on: true, hours: 500 }, {}, '').map(({ path, code }) => `${path} ${code}`)
  assert.deepEqual(places, ['/hours too_large', '/apiKey required'])
})

test('only what was changed is sent, and what was cleared as null', () => {
  const kept = { on: true, hours: 24, apiKey: '••••' }
  assert.deepEqual(patchOf(fields, { ...kept, hours: '' }, kept), { hours: null })
  assert.deepEqual(patchOf(fields, kept, kept), {})
})

test('a number is taken in either script, and what is none is refused', () => {
  assert.deepEqual(['24', '٢٤', '۲۴', '-1.5', '٣٫٥', ' '].map(numberTyped), [24, 24, 24, -1.5, 3.5, ''])
  assert.equal(numberTyped('1e3'), '1e3')
  const [issue] = settingsIssues(fields, { on: true, hours: '1e3', apiKey: 'a-new-secret' }, {}, '')
  assert.equal(issue?.path, '/hours')
})
