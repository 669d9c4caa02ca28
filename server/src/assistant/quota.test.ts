import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { quota } from './quota.ts'

test('a connection gets its calls of each minute and its patients of each day, and no other’s', () => {
  let now = 0
  const limits = quota({ callsPerMinute: 2, patientsPerDay: 10, enabled: true, now: () => now })
  const waitOf = (grantId: string) => limits.takeCall(grantId).wait
  assert.deepEqual([waitOf('a'), waitOf('a'), waitOf('a')], [0, 0, 60])
  assert.equal(waitOf('b'), 0)
  now += 59_000
  assert.equal(waitOf('a'), 1)
  now += 1_000
  assert.equal(waitOf('a'), 0)
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
            return limits.takeCall('one').wait === 0
          })
        return let_in.length === Math.min(offsets.length, callsPerMinute)
      },
    ),
  )
})

test('the first call that is too many is told from those that follow it in the same minute', () => {
  let now = 0
  const limits = quota({ callsPerMinute: 1, patientsPerDay: 1, enabled: true, now: () => now })
  const isFirst = () => limits.takeCall('one').isFirst
  assert.deepEqual([isFirst(), isFirst(), isFirst(), isFirst()], [false, true, false, false])
  now += 60_000
  assert.deepEqual([isFirst(), isFirst(), isFirst()], [false, true, false])
})
