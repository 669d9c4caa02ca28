import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustInventoryItem } from './inventory.ts'

test('refuses a stock adjustment of nothing', () => {
  const codes = (quantityDelta: number) => adjustInventoryItem.check?.({ quantityDelta }).map(({ code }) => code)
  assert.deepEqual(codes(0), ['zero'])
  assert.deepEqual(codes(-0), ['zero'])
  assert.deepEqual(codes(-2.5), [])
  assert.deepEqual(codes(1), [])
})
