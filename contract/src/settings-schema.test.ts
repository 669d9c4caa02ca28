import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SettingField } from './setting-fields.ts'
import {
  applySettings,
  SECRET_MASK,
  type Settings,
  type SettingsSchema,
  settingsSchemaV1,
  validateSettingsSchema,
} from './settings-schema.ts'
import { validator } from './validate.ts'

const label = { en: 'A setting', ar: 'إعداد' }
const document = (...fields: Record<string, unknown>[]) => ({
  version: 1,
  fields: fields.map((field, index) => ({ key: `field${index}`, type: 'text', label, ...field })),
})
const native = (pattern: string, text: string) => new RegExp(pattern, 'u').test(text)
const schema = validator(settingsSchemaV1)

function valid(...fields: Record<string, unknown>[]): SettingsSchema {
  const value = document(...fields)
  assert.deepEqual(validateSettingsSchema(value, native), [])
  return schema.check(value) ? value : assert.fail()
}
const places = (value: unknown) => validateSettingsSchema(value).map(({ path, code }) => `${path} ${code}`)

test('takes a document that uses every type and every keyword', () => {
  valid(
    { key: 'mode', type: 'select', options: [{ value: 'a', label }], default: 'a', required: true },
    { key: 'apiKey', type: 'secret', minLength: 8, maxLength: 64, pattern: '^k_', help: label },
    { key: 'hours', type: 'integer', min: 1, max: 48, default: 24 },
    { key: 'rate', type: 'number', min: 0, max: 1 },
    { key: 'on', type: 'boolean', default: false },
    { key: 'greeting', type: 'text', visibleWhen: { key: 'on', equals: true } },
    { key: 'days', type: 'multiselect', options: [{ value: 'sun', label }], default: ['sun'] },
    ...['url', 'email', 'phone', 'date', 'time', 'branch', 'practitioner', 'messageTemplate'].map(type => ({ type })),
  )
})

test('names the place of every mistake in a document', () => {
  const cases: [unknown, string[]][] = [
    [null, [' type']],
    [{ version: 2, fields: [] }, ['/version const', '/fields too_few']],
    [document({ key: 'Bad-Key' }), ['/fields/0/key pattern']],
    [document({ type: 'color' }), ['/fields/0/type enum']],
    [document({ label: { ar: 'x' } }), ['/fields/0/label/en required']],
    [document({ lable: label }), ['/fields/0/lable unknown_key']],
    [document({ key: 'a' }, { key: 'a' }), ['/fields/1/key not_unique']],
    [document({ min: 1 }), ['/fields/0/min unknown_key']],
    [
      document({ type: 'number', pattern: 'x', maxLength: 3 }),
      ['/fields/0/maxLength unknown_key', '/fields/0/pattern unknown_key'],
    ],
    [document({ type: 'number', min: 2, max: 1 }), ['/fields/0/max too_small']],
    [document({ minLength: 2, maxLength: 1 }), ['/fields/0/maxLength too_small']],
    [document({ pattern: '(' }), ['/fields/0/pattern pattern']],
    [document({ type: 'select' }), ['/fields/0/options required']],
    [
      document({
        type: 'select',
        options: [
          { value: 'a', label },
          { value: 'a', label },
        ],
      }),
      ['/fields/0/options/1/value not_unique'],
    ],
    [document({ type: 'integer', default: 1.5 }), ['/fields/0/default type']],
    [document({ type: 'secret', default: 'hunter22' }), ['/fields/0/default unknown_key']],
    [document({ type: 'branch', default: 'bra_1' }), ['/fields/0/default unknown_key']],
    [document({ visibleWhen: { key: 'field1', equals: 'x' } }, {}), ['/fields/0/visibleWhen/key enum']],
    [
      document({ type: 'boolean' }, { visibleWhen: { key: 'field0', equals: 'x' } }),
      ['/fields/1/visibleWhen/equals type'],
    ],
    [document({ type: 'secret' }, { visibleWhen: { key: 'field0', equals: 'x' } }), ['/fields/1/visibleWhen/key enum']],
  ]
  for (const [value, expected] of cases) assert.deepEqual(places(value), expected)
})

test('does not run a pattern that a stranger wrote unless an engine is given', () => {
  assert.deepEqual(places(document({ pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` })), [])
})

test('takes and refuses values by type', () => {
  const options = [
    { value: 'a', label },
    { value: 'b', label },
  ]
  const cases: [Record<string, unknown>, unknown[], unknown[]][] = [
    [{ type: 'text', minLength: 2, maxLength: 3 }, ['ab', 'نعم'], ['a', 'abcd', 5, true, ['ab'], 'a\0']],
    [{ type: 'text', pattern: '^k_' }, ['k_1'], ['x']],
    [{ type: 'secret' }, ['s3cret'], ['', 5]],
    [{ type: 'number', min: 0, max: 1 }, [0, 0.5, 1], [-0.1, 1.1, '0.5']],
    [{ type: 'integer' }, [0, -3], [0.5, '1']],
    [{ type: 'boolean' }, [true, false], ['true', 1]],
    [{ type: 'select', options }, ['a'], ['c', ['a']]],
    [{ type: 'multiselect', options }, [[], ['a', 'b']], [['a', 'a'], ['c'], 'a']],
    [{ type: 'multiselect', options, required: true }, [['a']], [[]]],
    [
      { type: 'url' },
      ['https://example.com', 'http://example.com/x'],
      ['ftp://example.com', 'example.com', 'javascript:x'],
    ],
    [{ type: 'email' }, ['name@example.com'], ['name']],
    [{ type: 'phone' }, ['+966 50 123 4567', '0501234567', '٠٥٠١٢٣٤٥٦٧'], ['abc', '+', '1-800-SMILE']],
    [{ type: 'date' }, ['2026-11-20'], ['2026-02-30', '20/11/2026']],
    [{ type: 'time' }, ['00:00', '23:59'], ['24:00', '9:30', '09:60']],
    [{ type: 'branch' }, ['bra_1'], ['', 7]],
    [{ type: 'practitioner' }, ['pra_1'], [null, 'x'.repeat(65)].slice(1)],
    [{ type: 'messageTemplate' }, ['tpl_1'], [{}]],
  ]
  for (const [field, accepted, refused] of cases) {
    const only = valid({ key: 'k', ...field })
    for (const k of accepted) assert.deepEqual(applySettings(only, {}, { k }, native).settings, { k })
    for (const k of refused) {
      const { issues, changedKeys, settings } = applySettings(only, {}, { k }, native)
      assert.ok(issues.length > 0, `${field.type} ${JSON.stringify(k)}`)
      assert.ok(issues.every(({ path }) => path.startsWith('/k')))
      assert.deepEqual([changedKeys, settings], [[], {}])
    }
  }
})

test('merges by key, deletes with null and says which keys changed', () => {
  const fields = valid({ key: 'a' }, { key: 'b' }, { key: 'c', type: 'integer', default: 1 })
  const first = applySettings(fields, {}, { a: 'x', b: 'y' }, native)
  assert.deepEqual(first, { settings: { a: 'x', b: 'y', c: 1 }, changedKeys: ['a', 'b', 'c'], issues: [] })
  const second = applySettings(fields, first.settings, { a: null, b: 'y', c: 2 }, native)
  assert.deepEqual(second, { settings: { b: 'y', c: 2 }, changedKeys: ['a', 'c'], issues: [] })
  const third = applySettings(fields, second.settings, { c: null }, native)
  assert.deepEqual(third, { settings: { b: 'y', c: 1 }, changedKeys: ['c'], issues: [] })
})

test('refuses unknown keys, but lets a key of an earlier schema be deleted', () => {
  const fields = valid({ key: 'reminderHours', type: 'integer' })
  assert.deepEqual(applySettings(fields, {}, { reminderhours: 1 }, native).issues, [
    { path: '/reminderhours', code: 'unknown_key', message: 'is not a known field; did you mean reminderHours?' },
  ])
  assert.deepEqual(applySettings(fields, { old: 1 }, { old: null }, native).settings, {})
  assert.equal(applySettings(fields, {}, { old: null }, native).issues.length, 1)
  assert.equal(applySettings(fields, {}, JSON.parse('{"__proto__":1}'), native).issues.length, 1)
})

test('asks for what is required while it is visible', () => {
  const fields = valid(
    { key: 'on', type: 'boolean', default: false },
    { key: 'to', type: 'email', required: true, visibleWhen: { key: 'on', equals: true } },
    { key: 'cc', type: 'email', required: true, visibleWhen: { key: 'to', equals: 'a@example.com' } },
  )
  const missing = (patch: Settings) => applySettings(fields, {}, patch, native).issues.map(({ path }) => path)
  assert.deepEqual(missing({}), [])
  assert.deepEqual(missing({ on: true }), ['/to'])
  assert.deepEqual(missing({ on: true, to: 'a@example.com' }), ['/cc'])
  assert.deepEqual(missing({ on: true, to: 'b@example.com' }), [])
  assert.deepEqual(missing({ to: 'a@example.com' }), [])
})

test('leaves a secret as it is when its mask is sent back', () => {
  const fields = valid({ key: 'apiKey', type: 'secret', required: true })
  const { settings } = applySettings(fields, {}, { apiKey: 's3cret' }, native)
  assert.deepEqual(applySettings(fields, settings, { apiKey: SECRET_MASK }, native).changedKeys, [])
  assert.deepEqual(
    applySettings(fields, {}, { apiKey: SECRET_MASK }, native).issues.map(({ code }) => code),
    ['required'],
  )
  const text = valid({ key: 'code', maxLength: 3 })
  assert.equal(applySettings(text, {}, { code: SECRET_MASK }, native).issues[0]?.code, 'too_long')
})

test('without a schema takes any JSON map up to 200 keys and 64 KiB', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
  assert.deepEqual(applySettings(null, {}, { any: { thing: [1, 'نعم'] } }, native).issues, [])
  assert.equal(applySettings(null, {}, keys(200), native).issues.length, 0)
  assert.equal(applySettings(null, { more: 1 }, keys(200), native).issues[0]?.code, 'too_many')
  const around = '{"text":""}'.length
  assert.equal(applySettings(null, {}, { text: 'x'.repeat(65536 - around) }, native).issues.length, 0)
  assert.equal(applySettings(null, {}, { text: 'x'.repeat(65537 - around) }, native).issues[0]?.code, 'too_long')
  assert.equal(applySettings(null, {}, { text: 'ن'.repeat(40_000) }, native).issues[0]?.code, 'too_long')
  assert.equal(applySettings(null, {}, { 'a\0': 1 }, native).issues[0]?.code, 'format')
})

test('applying the same patch twice changes nothing more, and what was applied is always valid', () => {
  const fields: SettingField[] = valid(
    { key: 'a', maxLength: 3 },
    { key: 'b', type: 'integer', min: 0, max: 5, default: 3 },
    {
      key: 'c',
      type: 'multiselect',
      options: [
        { value: 'x', label },
        { value: 'y', label },
      ],
    },
    { key: 'd', type: 'boolean', visibleWhen: { key: 'b', equals: 3 } },
  ).fields
  const schema: SettingsSchema = { version: 1, fields }
  const patch = fc.record(
    {
      a: fc.option(fc.string({ maxLength: 4 })),
      b: fc.option(fc.integer({ min: -1, max: 6 })),
      c: fc.option(fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 })),
      d: fc.option(fc.boolean()),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(patch, patch, (first, second) => {
      const before = applySettings(schema, {}, first, native).settings
      const { settings, issues, changedKeys } = applySettings(schema, before, second, native)
      if (issues.length > 0) return assert.deepEqual([settings, changedKeys], [before, []])
      assert.deepEqual(applySettings(schema, settings, second, native), { settings, changedKeys: [], issues: [] })
      assert.deepEqual(applySettings(schema, {}, settings, native).issues, [])
      for (const key of Object.keys(settings)) {
        assert.equal(changedKeys.includes(key), JSON.stringify(settings[key]) !== JSON.stringify(before[key]))
      }
    }),
  )
})

test('does not take a map with its keys in another order for a change', () => {
  const current = { any: { a: 1, b: [{ c: 2, d: 3 }] } }
  const patch = { any: { b: [{ d: 3, c: 2 }], a: 1 } }
  assert.deepEqual(applySettings(null, current, patch, native).changedKeys, [])
  assert.deepEqual(applySettings(null, current, { any: { a: 1, b: [{ c: 2, d: 4 }] } }, native).changedKeys, ['any'])
})
