import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberTyped } from './number-typed.ts'

test('an amount is read in either digits, with its thousands apart or not; what could be read in two ways is no amount', () => {
  for (const text of ['1250.5', '1,250.5', '1 250.50', '١٢٥٠٫٥', '١٬٢٥٠٫٥', ' 1250.50 '])
    assert.equal(numberTyped(text), 1250.5, text)
  assert.equal(numberTyped('-3'), -3)
  for (const text of ['', '250,5', '1,25,0', '1.250,5', '12e3', 'SAR 5', '1.', '--1'])
    assert.ok(Number.isNaN(numberTyped(text)), text)
})
