import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wholeHours } from './whole-hours.ts'

const at = (text: string) => Date.parse(`2030-01-02T${text}Z`)
const between = (start: string, end: string) => ({ start: at(start), end: at(end) })

test('cuts off what is before the first and after the last whole hour', () => {
  assert.deepEqual(wholeHours(between('08:20', '11:05')), {
    hours: [between('09:00', '11:00')],
    rest: [between('08:20', '09:00'), between('11:00', '11:05')],
  })
  assert.deepEqual(wholeHours(between('09:00', '11:00')), { hours: [between('09:00', '11:00')], rest: [] })
})

test('an interval without a whole hour is all rest', () => {
  for (const [start, end] of [
    ['09:10', '09:50'],
    ['09:10', '10:00'],
    ['09:50', '10:50'],
  ] as const)
    assert.deepEqual(wholeHours(between(start, end)), { hours: [], rest: [between(start, end)] })
})

test('every millisecond of an interval is in exactly one part, and no part is longer than it must be', () => {
  const instant = fc.integer({ min: 0, max: 30_000_000 })
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 20_000_000 }), (start, length) => {
      const { hours, rest } = wholeHours({ start, end: start + length })
      const parts = [...hours, ...rest].sort((a, b) => a.start - b.start)
      assert.deepEqual([parts[0]?.start, parts.at(-1)?.end], [start, start + length])
      for (const [index, part] of parts.entries()) assert.equal(parts[index + 1]?.start ?? start + length, part.end)
      assert.ok(rest.every(part => part.end - part.start < 2 * 3_600_000))
      assert.ok(hours.every(part => part.start % 3_600_000 === 0 && part.end % 3_600_000 === 0))
    }),
  )
})
