import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryOf, tierOf } from './program.ts'

test('the tier follows from all points ever earned', () => {
  const tiers = [0, 999, 1_000, 4_999, 5_000, 19_999, 20_000].map(tierOf)
  assert.deepEqual(tiers, ['BRONZE', 'BRONZE', 'SILVER', 'SILVER', 'GOLD', 'GOLD', 'PLATINUM'])
})

test('points last through the day a year later, on the clinic’s calendar', () => {
  assert.equal(expiryOf('2026-11-20T20:59:59.000Z', 'Asia/Riyadh'), '2027-11-20T21:00:00.000Z')
  assert.equal(expiryOf('2026-11-20T21:00:00.000Z', 'Asia/Riyadh'), '2027-11-21T21:00:00.000Z')
  assert.equal(expiryOf('2028-02-29T10:00:00.000Z', 'Asia/Riyadh'), '2029-02-28T21:00:00.000Z')
})
