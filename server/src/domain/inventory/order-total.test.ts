import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderTotal } from './order-total.ts'

test('rounds each line half up, and the tax once on their sum', () => {
  const lines = [
    { thousandths: 1_500, unitCostMinor: 333 }, // 499.5
    { thousandths: 2_000, unitCostMinor: 1_000 },
    { thousandths: 1, unitCostMinor: 499 }, // 0.499
  ]
  assert.deepEqual(orderTotal(lines, 15), { total_minor: 2_875, tax_minor: 375 })
  assert.deepEqual(orderTotal(lines, 0), { total_minor: 2_500, tax_minor: 0 })
})
