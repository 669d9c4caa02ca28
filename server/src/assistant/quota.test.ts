import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { quota } from './quota.ts'

test('a connection gets its calls of each minute and its patients of each day, and no other’s', () => {
  let now = 0
  const limits = quota({ callsPerMinute: 2, patientsPerDay: 10, enabled: true, now: () => now })
  assert.deepEqual([limits.takeCall('a'), limits.takeCall('a'), limits.takeCall('a')], [0, 0, 60])
  assert.equal(limits.takeCall('b'), 0)
  now += 59_000
  assert.equal(limits.takeCall('a'), 1)
  now += 1_000
  assert.equal(limits.takeCall('a'), 0)
  assert.deepEqual(
    [limits.takePatients('a', 8), limits.takePatients('a', 3), limits.takePatients('a', 2)],
    [true, false, true],
  )
  now += 86_400_000
  assert.equal(limits.takePatients('a', 10), true)
})

test('never lets more through in a minute than allowed, however calls fall', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(59_999), { maxLength: 80 }),
      fc.integer({ min: 1, max: 20 }),
      (offsets, callsPerMinute) => {
        let now = 0
        const limits = quota({ callsPerMinute, patientsPerDay: 1, enabled: true, now: () => now })
        const let_in = offsets
          .sort((a, b) => a - b)
          .filter(offset => {
            now = offset
            return limits.takeCall('one') === 0
          })
        return let_in.length === Math.min(offsets.length, callsPerMinute)
      },
    ),
  )
})
