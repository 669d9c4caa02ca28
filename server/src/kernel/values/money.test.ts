import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exponentOf, percentOf, roundHalfUp, toMajor, toMinor } from './money.ts'

const currencies = fc.constantFrom('SAR', 'KWD', 'JPY', 'CLF')
const minors = fc.integer({ min: -(10 ** 15 - 1), max: 10 ** 15 - 1 })

/** The decimal as text, made from digits alone, so that no floating point takes part in the expectation. */
function decimalText(minor: number, exponent: number): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const cut = digits.length - exponent
  return `${minor < 0 ? '-' : ''}${digits.slice(0, cut)}${exponent ? `.${digits.slice(cut)}` : ''}`
}

test('the Gulf and its neighbours have the decimals of ISO 4217', () => {
  for (const currency of ['SAR', 'AED', 'QAR', 'EGP', 'USD', 'EUR']) assert.equal(exponentOf(currency), 2, currency)
  for (const currency of ['KWD', 'BHD', 'OMR', 'JOD']) assert.equal(exponentOf(currency), 3, currency)
  assert.equal(exponentOf('JPY'), 0)
})

test('what is no currency code is not taken for one', () => {
  for (const text of ['', 'sar', 'SARS', '__proto__', 'constructor']) assert.throws(() => exponentOf(text), RangeError)
})

test('every decimal of the currency that JSON can carry becomes exactly its minor units', () => {
  fc.assert(
    fc.property(minors, currencies, (minor, currency) => {
      assert.equal(toMinor(JSON.parse(decimalText(minor, exponentOf(currency))), currency), minor)
    }),
    { numRuns: 5_000 },
  )
})

test('minor units come out as the shortest decimal and go back in unchanged', () => {
  fc.assert(
    fc.property(minors, currencies, (minor, currency) => {
      const major = toMajor(minor, currency)
      assert.equal(major, Number(decimalText(minor, exponentOf(currency))))
      assert.equal(toMinor(major, currency), minor)
    }),
    { numRuns: 5_000 },
  )
})

test('takes amounts that binary fractions only approximate', () => {
  const cents = [0.1, 0.07, 1.1, 1.15, 2.675, 4.35, 8.2, 1.005, 1234567.89]
  assert.deepEqual(
    cents.map(amount => toMinor(amount, 'SAR')),
    [10, 7, 110, 115, undefined, 435, 820, undefined, 123456789],
  )
  assert.equal(toMinor(1.005, 'KWD'), 1005)
})

test('refuses an amount with more decimals than the currency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 11), max: 10 ** 11 }),
      fc.integer({ min: 1, max: 9 }),
      currencies,
      (minor, last, currency) => {
        const amount = Number(`${decimalText(minor, exponentOf(currency))}${exponentOf(currency) ? '' : '.'}${last}`)
        assert.equal(toMinor(amount, currency), undefined, String(amount))
      },
    ),
  )
})

test('refuses amounts too large for a JSON number to say which was meant, and what is no amount', () => {
  for (const amount of [2 ** 53, 1e15, 1e21, -1e15, 90071992547409.91, Number.NaN, Infinity, -Infinity, 5e-324])
    assert.equal(toMinor(amount, 'SAR'), undefined, String(amount))
  assert.equal(toMinor(9999999999999.99, 'SAR'), 999_999_999_999_999)
})

test('zero is zero, never minus zero', () => {
  assert.ok(Object.is(toMinor(-0, 'SAR'), 0))
  assert.ok(Object.is(roundHalfUp(-1, 3), 0))
  assert.ok(Object.is(percentOf(-0, 15), 0))
})

test('rounds to the nearest, a half away from zero', () => {
  const halves: [number, number, number][] = [
    [1, 2, 1],
    [3, 2, 2],
    [5, 2, 3],
    [-1, 2, -1],
    [-5, 2, -3],
    [5, -2, -3],
    [1, 3, 0],
    [2, 3, 1],
    [-2, 3, -1],
  ]
  for (const [above, below, expected] of halves) assert.equal(roundHalfUp(above, below), expected, `${above}/${below}`)
})

test('a rounded quotient is never further than a half from the true one, and mirrors its negative', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 10 ** 9 }), (above, below) => {
      const rounded = roundHalfUp(above, below)
      const twice = 2n * (BigInt(rounded) * BigInt(below) - BigInt(above))
      assert.ok(twice <= BigInt(below) && twice >= -BigInt(below))
      assert.equal(roundHalfUp(-above, below), 0 - rounded)
    }),
  )
})

test('takes a percentage exactly, whatever its binary form', () => {
  assert.equal(percentOf(10_00, 15), 1_50)
  assert.equal(percentOf(3, 50), 2)
  assert.equal(percentOf(1_005, 10), 101)
  assert.equal(percentOf(100_000, 0.07), 70)
  assert.equal(percentOf(-10_10, 5), -51)
  assert.equal(percentOf(999_999_999_999_999, 100), 999_999_999_999_999)
  assert.throws(() => percentOf(100, 1.00000001), RangeError)
  assert.throws(() => percentOf(100, Number.NaN), RangeError)
})

test('no sum is lost: what is taken off and what is left are the whole', () => {
  const percents = fc.integer({ min: 0, max: 100_000 }).map(thousandths => thousandths / 1000)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), percents, (minor, percent) => {
      const share = percentOf(minor, percent)
      assert.ok(share >= 0 && share <= minor)
      assert.ok(Math.abs(share - (minor * percent) / 100) <= 0.5 + minor * 1e-15)
    }),
  )
})
