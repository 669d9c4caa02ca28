import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { taxInPayment } from './take-payment.ts'

test('however an invoice is paid, the tax within its payments is its tax, and never more than the payment', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (parts, hundredths) => {
      const total_minor = parts.reduce((sum, part) => sum + part, 0)
      const tax_minor = Math.floor((total_minor * hundredths) / 20_000)
      let paid_minor = 0
      let within = 0
      for (const part of parts) {
        const tax = taxInPayment({ tax_minor, total_minor, paid_minor }, part)
        assert.ok(tax >= 0 && tax <= part)
        within += tax
        paid_minor += part
      }
      assert.equal(within, tax_minor)
    }),
  )
})

test('an invoice over nothing has no tax to share', () => {
  assert.equal(taxInPayment({ tax_minor: 0, total_minor: 0, paid_minor: 0 }, 0), 0)
})
