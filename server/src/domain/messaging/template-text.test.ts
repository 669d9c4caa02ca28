import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filledIn, preview, variableCount } from './template-text.ts'

test('counts the placeholders of a body, and refuses numbers with a gap', () => {
  assert.equal(variableCount('No placeholder, {not} {{one}}.'), 0)
  assert.equal(variableCount('مرحباً {{1}}، موعدك الساعة {{ 2 }}. {{1}}'), 2)
  for (const body of ['{{2}}', '{{0}}', '{{1}} {{3}}']) assert.equal(variableCount(body), undefined, body)
})

test('fills values in as they are, also those that look like placeholders or patterns', () => {
  assert.equal(filledIn('{{1}} and {{2}}, {{1}}', ['{{2}}', '$&']), '{{2}} and $&, {{2}}')
})

test('a preview is one line of at most 160 characters, never half of one', () => {
  assert.equal(preview(' two\n lines '), 'two lines')
  const long = preview('😀'.repeat(300))
  assert.equal([...long].length, 160)
  assert.ok(long.endsWith('😀…'))
})
