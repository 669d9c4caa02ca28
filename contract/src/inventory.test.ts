import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustInventoryItem } from './inventory.ts'

test('refuses a stock adjustment of nothing, of less than a thousandth or of more than a million', () => {
  const codes = (quantityDelta: number) => adjustInventoryItem.check?.({ quantityDelta }).map(({ code }) => code)
  assert.deepEqual(codes(0), ['zero'])
  assert.deepEqual(codes(-0), ['zero'])
  assert.deepEqual(codes(-2.5), [])
  assert.deepEqual(codes(1), [])
  assert.deepEqual([codes(0.001), codes(999_999.999)], [[], []])
  assert.deepEqual([codes(1_000_000), codes(-1_000_000.001)], [[], ['range']])
  assert.deepEqual([codes(0.0005), codes(-1.2345)], [['decimals'], ['decimals']])
})
