import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Insured, sharesOf } from './shares.ts'

const insured: Insured = {
  ...{ insurerId: 'ins', percent: 80, mostOfPatientMinor: null, leftMinor: null },
  ...{ asksForApproval: true, hasEnded: false },
}
const line = (totalMinor: number, wish: object = {}) => ({
  ...{ totalMinor, isCovered: true, needsApproval: false, isApproved: false },
  ...wish,
})
const told = (of: Partial<Insured>, ...lines: ReturnType<typeof line>[]) =>
  sharesOf({ ...insured, ...of }, lines).map(({ minor, reason }) => [minor, reason])

test('the insurer bears its percentage of each line with tax, rounded half up, and nothing that it does not cover', () => {
  assert.deepEqual(told({}, line(10_003), line(500, { isCovered: false })), [
    [8_002, null],
    [0, 'NOT_COVERED'],
  ])
  assert.deepEqual(told({}, line(100, { needsApproval: true }), line(100, { needsApproval: true, isApproved: true })), [
    [0, 'APPROVAL_MISSING'],
    [80, null],
  ])
  assert.deepEqual(told({ asksForApproval: false }, line(100, { needsApproval: true })), [[80, null]])
  assert.deepEqual(told({ hasEnded: true }, line(100)), [[0, 'COVERAGE_ENDED']])
  assert.deepEqual(sharesOf(undefined, [line(100)]), [{ minor: 0, reason: null }])
})

test('what the patient would bear above the most of an invoice goes to the insurer, and the rest of the year caps the last line first', () => {
  assert.deepEqual(told({ mostOfPatientMinor: 30 }, line(100), line(100), line(50, { isCovered: false })), [
    [90, null],
    [80, null],
    [0, 'NOT_COVERED'],
  ])
  assert.deepEqual(told({ leftMinor: 100 }, line(100), line(100)), [
    [80, null],
    [20, 'LIMIT_REACHED'],
  ])
  assert.deepEqual(told({ leftMinor: 0 }, line(100)), [[0, 'LIMIT_REACHED']])
})

test('no share is below nothing or above its line, and together they are never above what is left of the year', () => {
  const maybe = fc.option(fc.nat(5_000), { nil: null })
  const lines = fc.array(
    fc.nat(10_000).map(total => line(total)),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(lines, fc.nat(100), maybe, maybe, (all, percent, mostOfPatientMinor, leftMinor) => {
      const shares = sharesOf({ ...insured, percent, mostOfPatientMinor, leftMinor }, all)
      for (const [at, { minor }] of shares.entries()) assert.ok(minor >= 0 && minor <= (all[at]?.totalMinor ?? 0))
      const sum = shares.reduce((before, { minor }) => before + minor, 0)
      assert.ok(leftMinor === null || sum <= leftMinor)
      const ofPatient = all.reduce((before, { totalMinor }) => before + totalMinor, 0) - sum
      if (leftMinor === null && mostOfPatientMinor !== null) assert.ok(ofPatient <= mostOfPatientMinor)
    }),
  )
})
