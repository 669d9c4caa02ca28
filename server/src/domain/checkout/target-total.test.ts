import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { invoiceTotals } from '../billing/invoice-totals.ts'
import { discountTo } from './target-total.ts'

const line = fc.record({
  unitMinor: fc.nat(3_000),
  quantity: fc.integer({ min: 1, max: 3 }),
  taxPercent: fc.constantFrom(0, 5, 15),
})

test('the discount to a target is the smallest whole one by which the total is not above it', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), fc.nat(40_000), fc.nat(50), (lines, target, beside) => {
      const totalAt = (minor: number) => invoiceTotals({ lines, discountMinor: minor + beside }).totalMinor
      const found = discountTo(lines, target, beside)
      assert.ok(totalAt(found) <= target || totalAt(found) === 0)
      if (found > 0) assert.ok(totalAt(found - 1) > target)
    }),
  )
})
