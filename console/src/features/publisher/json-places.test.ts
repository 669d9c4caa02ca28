import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOf, placesOf } from './json-places.ts'

const TEXT = `{
  "plugin": {
    "name": { "en": "A \\"b\\" {" },
    "a/b~c": [1,
      [], -2.5e3, true]
  },
  "scopes": [
    "patients:read",
    "nothing"
  ]
}
`

test('every place of a JSON text has its line, whatever stands in its strings', () => {
  const { lines, fault, value } = placesOf(TEXT)
  assert.equal(fault, undefined)
  assert.deepEqual(value, JSON.parse(TEXT))
  for (const [pointer, line] of [
    ['', 1],
    ['/plugin', 2],
    ['/plugin/name/en', 3],
    ['/plugin/a~1b~0c', 4],
    ['/plugin/a~1b~0c/0', 4],
    ['/plugin/a~1b~0c/1', 5],
    ['/plugin/a~1b~0c/3', 5],
    ['/scopes/1', 9],
  ] as const)
    assert.equal(lines.get(pointer), line, pointer)
})

test('what is missing is at the line of what it is missing in', () => {
  const { lines } = placesOf(TEXT)
  assert.equal(lineOf(lines, '/plugin/name/ar'), 3)
  assert.equal(lineOf(lines, '/plugin/supportEmail'), 2)
  assert.equal(lineOf(lines, '/manifestVersion'), 1)
})

test('a text is a fault exactly where JSON is none, and the fault is where it stops being JSON', () => {
  for (const [text, line, column] of [
    ['', 1, 1],
    ['{\n  "a": 1,\n}', 3, 1],
    ['{\n  "a" 1\n}', 2, 7],
    ['[1, 2', 1, 6],
    ['{"a": tru}', 1, 7],
    ['{"a": 1} x', 1, 10],
    ["{'a': 1}", 1, 2],
    ['["\t"]', 1, 2],
    ['[01]', 1, 3],
  ] as const) {
    assert.throws(() => JSON.parse(text), text)
    assert.deepEqual(placesOf(text).fault, { line, column }, text)
  }
  for (const text of ['0', ' "x" ', '[]', '{}', '[{"a":[{}]}, null]', '"\\u0041\\n"'])
    assert.deepEqual(placesOf(text).value, JSON.parse(text), text)
})
