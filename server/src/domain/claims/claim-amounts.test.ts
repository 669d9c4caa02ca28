import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exponentOf, toMajor } from '../../kernel/values/money.ts'
import { agreedAmounts, splitBetween } from './claim-amounts.ts'

const minor = fc.integer({ min: 0, max: 10 ** 11 })
const percent = fc.integer({ min: 0, max: 100_000_000 }).map(millionths => millionths / 1_000_000)
const terms = fc.record({ totalMinor: minor, partialPaymentPercent: percent, promptPaymentPercent: percent })

test('85 % at first, less 5 % for paying promptly, of riyals and of dinars', () => {
  const claim = { totalMinor: 1_234_567, partialPaymentPercent: 85, promptPaymentPercent: 5 }
  const agreed = agreedAmounts(claim)
  assert.deepEqual(agreed, { total_minor: 1_234_567, partial_payment_minor: 1_049_382, prompt_payment_minor: 52_469 })
  const shown = (currency: string) => toMajor(agreed.partial_payment_minor - agreed.prompt_payment_minor, currency)
  assert.deepEqual([shown('SAR'), shown('KWD')], [9969.13, 996.913])
})

test('half a minor unit is rounded up, once for each amount', () => {
  assert.deepEqual(agreedAmounts({ totalMinor: 1, partialPaymentPercent: 50, promptPaymentPercent: 50 }), {
    ...{ total_minor: 1, partial_payment_minor: 1, prompt_payment_minor: 1 },
  })
})

test('amounts are whole, never negative and never more than what they are part of, whatever the percentages', () => {
  fc.assert(
    fc.property(terms, claim => {
      const { partial_payment_minor: partialMinor, prompt_payment_minor: promptMinor } = agreedAmounts(claim)
      assert.ok([partialMinor, promptMinor].every(Number.isSafeInteger))
      assert.ok(promptMinor >= 0 && promptMinor <= partialMinor && partialMinor <= claim.totalMinor)
      assert.ok(Math.abs(partialMinor - (claim.totalMinor * claim.partialPaymentPercent) / 100) <= 0.51)
    }),
  )
})

test('total = received + remaining + rejected + deduction, also as they are shown in 2 and in 3 decimals', () => {
  fc.assert(
    fc.property(terms, minor, minor, fc.constantFrom('SAR', 'KWD'), (claim, rejectedMinor, receivedMinor, currency) => {
      const { prompt_payment_minor: promptMinor } = agreedAmounts(claim)
      const remainingMinor = claim.totalMinor - promptMinor - rejectedMinor - receivedMinor
      const parts = [receivedMinor, remainingMinor, rejectedMinor, promptMinor]
      const unit = 10 ** exponentOf(currency)
      const shown = parts.map(part => Math.round(toMajor(part, currency) * unit))
      assert.equal(
        shown.reduce((sum, part) => sum + part, 0),
        claim.totalMinor,
      )
    }),
  )
})

test('what was paid is split without losing a minor unit, and no invoice gets more than one above its part', () => {
  fc.assert(
    fc.property(
      minor,
      fc.array(fc.integer({ min: 1, max: 10 ** 8 }), { minLength: 1, maxLength: 60 }),
      (paid, shares) => {
        const parts = splitBetween(paid, shares)
        const whole = shares.reduce((sum, share) => sum + share, 0)
        assert.equal(
          parts.reduce((sum, part) => sum + part, 0),
          paid,
        )
        for (const [index, part] of parts.entries()) {
          const exact = (paid / whole) * (shares[index] ?? 0)
          assert.ok(part >= 0 && Math.abs(part - exact) <= 1.01, `${part} ${exact}`)
        }
      },
    ),
  )
})
