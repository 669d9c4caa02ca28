import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../kernel/errors.ts'
import { plus, stockAfter, thousandthsOf } from './quantity.ts'

const thousandths = fc.integer({ min: -400_000_000_000, max: 400_000_000_000 })

test('counts every quantity of three decimals exactly, and no other', () => {
  fc.assert(
    fc.property(thousandths, count => {
      assert.equal(thousandthsOf(count / 1_000), count)
      assert.equal(thousandthsOf(Number(`${count / 1_000}`)), count)
    }),
  )
  for (const quantity of [0.0001, 1.2345, 1e12, -1e12, Number.NaN, Infinity])
    assert.equal(thousandthsOf(quantity), undefined)
  assert.ok(Object.is(thousandthsOf(-0), 0))
})

test('adds without the error of floating point', () => {
  assert.equal(plus(0.1, 0.2), 0.3)
  fc.assert(
    fc.property(thousandths, thousandths, (one, other) => {
      assert.equal(plus(one / 1_000, other / 1_000), (one + other) / 1_000)
    }),
  )
})

test('stock never falls below zero, nor rises to what cannot be counted', () => {
  assert.equal(stockAfter(0.3, -0.3), 0)
  const codeOf = (quantity: number, delta: number) => {
    try {
      return stockAfter(quantity, delta)
    } catch (error) {
      return error instanceof Refusal ? error.code : error
    }
  }
  assert.equal(codeOf(0.3, -0.301), 'insufficient_stock')
  assert.equal(codeOf(999_999_999.999, 0.001), 'validation_failed')
})
