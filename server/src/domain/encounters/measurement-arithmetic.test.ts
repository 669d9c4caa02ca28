import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MEASUREMENT_NAMES } from '@clinic/contract/encounters.ts'
import fc from 'fast-check'
import { compared, difference, distance, improvement, statusOf } from './measurement-arithmetic.ts'
import { NORMAL_RANGES } from './normal-ranges.ts'

const names = fc.constantFrom(...MEASUREMENT_NAMES)
const values = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(thousandths => thousandths / 1000)

test('normal ranges lie within their critical limits', () => {
  for (const name of MEASUREMENT_NAMES) {
    const { low = -Infinity, high = Infinity, criticalLow = -Infinity, criticalHigh = Infinity } = NORMAL_RANGES[name]
    assert.ok(criticalLow <= low && low <= high && high <= criticalHigh, name)
  }
})

test('tells low, normal, high and critical apart, with bounds within the range', () => {
  const rows = [
    ['HEART_RATE', [39, 40, 59, 60, 100, 101, 130, 131], [2, -1, -1, 0, 0, 1, 1, 2]],
    ['OXYGEN_SATURATION', [89, 90, 94, 95, 100], [2, -1, -1, 0, 0]],
    ['GCS', [15, 14, 9, 8], [0, -1, -1, 2]],
    ['TOTAL_CHOLESTEROL', [120, 200, 240], [0, 0, 1]],
    ['HEIGHT', [12, 300], [0, 0]],
  ] as const
  for (const [name, given, expected] of rows)
    assert.deepEqual(
      given.map(value => statusOf(name, value)),
      expected,
      name,
    )
})

test('differences are decimals, without the dust of binary fractions', () => {
  assert.equal(difference(36.4, 37.1), 0.7)
  assert.equal(difference(37.1, 36.4), -0.7)
  assert.equal(difference(0.1, 0.3), 0.2)
  assert.equal(difference(1e-7, 3e-7), 2e-7)
  assert.ok(Object.is(difference(5, 5), 0))
})

test('for any three values differences add up', () => {
  fc.assert(
    fc.property(values, values, values, (first, second, third) => {
      assert.equal(difference(0, first) + 0, first + 0)
      assert.equal(difference(first, third), difference(-difference(first, second), difference(second, third)))
    }),
  )
})

test('improvement is the share of the way to the normal range', () => {
  assert.equal(improvement('HEART_RATE', 140, 120), 50)
  assert.equal(improvement('HEART_RATE', 140, 90), 100)
  assert.equal(improvement('HEART_RATE', 120, 140), -100)
  assert.equal(improvement('HEART_RATE', 140, 50), 75)
  assert.equal(improvement('HEART_RATE', 80, 120), -100)
  assert.equal(improvement('HEART_RATE', 70, 90), 0)
  assert.equal(improvement('WEIGHT', 70, 90), 0)
})

test('for any values: 100 exactly when the range is reached from outside, at most 100, and 0 without a range', () => {
  fc.assert(
    fc.property(names, values, values, (name, from, to) => {
      const percent = improvement(name, from, to)
      assert.ok(percent <= 100)
      if (distance(name, from) > 0) assert.equal(distance(name, to) === 0, percent === 100 && distance(name, to) === 0)
      if (distance(name, from) > distance(name, to)) assert.ok(percent >= 0)
      if (distance(name, from) < distance(name, to)) assert.ok(percent <= 0)
      if (statusOf(name, from) === 0 && statusOf(name, to) === 0) assert.equal(percent, 0)
      assert.equal(distance(name, from) === 0, statusOf(name, from) === 0)
    }),
  )
})

test('counts days on the clinic’s calendar', () => {
  const at = (created_at: string) => ({ value: 80, created_at })
  const days = (from: string, to: string) => compared('HEART_RATE', at(from), at(to), 'Asia/Riyadh').days
  assert.equal(days('2026-03-01T20:59:00.000Z', '2026-03-01T21:01:00.000Z'), 1)
  assert.equal(days('2026-03-01T21:01:00.000Z', '2026-03-02T20:59:00.000Z'), 0)
  assert.equal(days('2025-12-31T09:00:00.000Z', '2026-12-31T09:00:00.000Z'), 365)
  assert.deepEqual(compared('HEART_RATE', undefined, at('2026-03-01T09:00:00.000Z'), 'Asia/Riyadh'), {
    difference: null,
    improvement: null,
    days: null,
  })
})
