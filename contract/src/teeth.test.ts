import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMilkTooth, isTooth } from './teeth.ts'

const numbers = Array.from({ length: 120 }, (_, index) => index - 10)

test('knows the 32 permanent and the 20 milk teeth, and no other number', () => {
  assert.equal(numbers.filter(number => isTooth(number) && !isMilkTooth(number)).length, 32)
  assert.equal(numbers.filter(isMilkTooth).length, 20)
  for (const tooth of [11, 18, 48, 51, 85]) assert.ok(isTooth(tooth), `${tooth}`)
  for (const other of [10, 19, 49, 50, 56, 86, 91, 11.5, Number.NaN, -11]) assert.ok(!isTooth(other), `${other}`)
})
