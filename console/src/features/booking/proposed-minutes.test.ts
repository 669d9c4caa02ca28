import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesWith, USUAL_MINUTES } from './proposed-minutes.ts'

const known = (durations: readonly (number | null)[]) => ({
  practitioners: [{ id: 'noor', slotMinutes: 20 }],
  procedures: durations.map((durationMinutes, index) => ({ id: `p${index}`, durationMinutes })),
})

test('a visit is as long as its procedures take together, of which those that are not timed take a slot of the doctor', () => {
  const some = known([75, 15, null])
  assert.equal(minutesWith(some, 'noor', ['p0', 'p1']), 90)
  assert.equal(minutesWith(some, 'noor', ['p1', 'p2']), 35)
  assert.equal(minutesWith(some, 'noor', []), 20)
  assert.equal(minutesWith(some, '', []), USUAL_MINUTES)
  assert.equal(minutesWith(known([400, 400]), 'noor', ['p0', 'p1']), 720)
})
