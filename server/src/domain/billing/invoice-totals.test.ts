import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toMajor, toMinor } from '../../kernel/values/money.ts'
import { type InvoiceAmounts, type InvoiceLine, invoiceTotals, taxByRate, taxInPayment } from './invoice-totals.ts'

const NOTHING_DUE = {
  subtotalMinor: 0,
  discountMinor: 0,
  taxMinor: 0,
  totalMinor: 0,
  insuranceMinor: 0,
}

function line(unitMinor: number, changes: Partial<InvoiceLine> = {}): InvoiceLine {
  return { unitMinor, quantity: 1, taxPercent: 15, ...changes }
}

function totals(lines: InvoiceLine[], changes: Partial<InvoiceAmounts> = {}) {
  return invoiceTotals({ lines, ...changes })
}

test('adds up a Saudi invoice with a discount and an insurer', () => {
  const lines = [line(220_000, { discountPercent: 10 }), line(35_000, { quantity: 2, discountMinor: 5_000 })]
  assert.deepEqual(totals(lines, { discountMinor: 10_000, insuranceMinor: 100_000 }), {
    subtotalMinor: 290_000,
    discountMinor: 37_000,
    taxMinor: 37_950,
    totalMinor: 290_950,
    insuranceMinor: 100_000,
  })
})

test('adds up a Kuwaiti invoice in fils without tax', () => {
  const lines = [line(12_345, { quantity: 3, discountPercent: 12.5, taxPercent: 0 })]
  assert.deepEqual(totals(lines), {
    ...NOTHING_DUE,
    subtotalMinor: 37_035,
    discountMinor: 4_629,
    totalMinor: 32_406,
  })
})

test('rounds tax once per rate on the sum of its lines, not line by line', () => {
  const tenHalalas = Array.from({ length: 10 }, () => line(10))
  assert.equal(totals(tenHalalas).taxMinor, 15)
  assert.equal(totals([line(10)]).taxMinor, 2)
  assert.equal(totals([line(10), line(10, { taxPercent: 5 })]).taxMinor, 3)
})

test('splits the discount of the invoice over the rates without losing a minor unit', () => {
  const lines = [line(1_000), line(1_000, { taxPercent: 0 }), line(1_000, { taxPercent: 5 })]
  assert.deepEqual(taxByRate({ lines, discountMinor: 100 }), [
    { taxPercent: 0, netMinor: 1_000, discountMinor: 33, taxableMinor: 967, taxMinor: 0 },
    { taxPercent: 5, netMinor: 1_000, discountMinor: 34, taxableMinor: 966, taxMinor: 48 },
    { taxPercent: 15, netMinor: 1_000, discountMinor: 33, taxableMinor: 967, taxMinor: 145 },
  ])
})

test('takes the amount of a discount before its percentage', () => {
  assert.equal(totals([line(1_000, { discountMinor: 0, discountPercent: 50 })]).discountMinor, 0)
  assert.equal(totals([line(1_000)], { discountMinor: 100, discountPercent: 50 }).discountMinor, 100)
  assert.equal(totals([line(1_000, { discountMinor: null, discountPercent: 50 })]).discountMinor, 500)
})

test('a discount takes off no more than there is, and the insurer bears no more than the total', () => {
  const { discountMinor, totalMinor } = totals([line(1_000, { discountMinor: 2_000 }), line(500)], {
    discountMinor: 900,
  })
  assert.deepEqual([discountMinor, totalMinor], [1_500, 0])
  assert.deepEqual(totals([line(1_000)], { insuranceMinor: 5_000 }), {
    ...NOTHING_DUE,
    subtotalMinor: 1_000,
    taxMinor: 150,
    totalMinor: 1_150,
    insuranceMinor: 1_150,
  })
})

test('an invoice without lines is nothing due', () => {
  assert.deepEqual(totals([], { discountPercent: 10, insuranceMinor: 100 }), NOTHING_DUE)
})

test('refuses amounts that are no whole minor units', () => {
  for (const wrong of [0.5, -1, Number.NaN, Infinity, 2 ** 53]) {
    assert.throws(() => totals([line(wrong)]), RangeError)
    assert.throws(() => totals([line(1, { quantity: wrong })]), RangeError)
    assert.throws(() => totals([line(1, { discountMinor: wrong })]), RangeError)
    assert.throws(() => totals([line(1)], { insuranceMinor: wrong }), RangeError)
  }
  for (const wrong of [-1, Number.NaN, 0.1234567]) {
    assert.throws(() => totals([line(1, { taxPercent: wrong })]), RangeError)
    assert.throws(() => totals([line(1, { discountPercent: wrong })]), RangeError)
  }
  assert.throws(() => totals([line(2 ** 52), line(2 ** 52)]), RangeError)
})

const CURRENCIES = ['SAR', 'KWD']

/** Amounts as a clinic types them: up to 100 000 in the major unit, with all decimals of the currency. */
function amounts(currency: string) {
  const most = toMinor(100_000, currency) ?? 0
  return fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: most }))
}

const percent = fc.oneof(
  fc.constantFrom(0, 5, 15, 100),
  fc.integer({ min: 0, max: 10_000 }).map(count => count / 100),
)

function discounts(currency: string) {
  return {
    discountMinor: fc.option(amounts(currency), { nil: undefined, freq: 2 }),
    discountPercent: fc.option(percent, { nil: undefined, freq: 2 }),
  }
}

const invoices = fc.constantFrom(...CURRENCIES).chain(currency => {
  const lines = fc.array(
    fc.record({
      unitMinor: amounts(currency),
      quantity: fc.integer({ min: 0, max: 20 }),
      taxPercent: fc.constantFrom(0, 5, 7.5, 15),
      ...discounts(currency),
    }),
    { maxLength: 8 },
  )
  const insuranceMinor = fc.option(amounts(currency), { nil: undefined })
  return fc.record({
    currency: fc.constant(currency),
    invoice: fc.record({ lines, insuranceMinor, ...discounts(currency) }),
  })
})

test('the total is the sum of what is shown, and the insurer bears no more than it', () => {
  fc.assert(
    fc.property(invoices, ({ invoice }) => {
      const shown = invoiceTotals(invoice)
      assert.ok(shown.insuranceMinor <= shown.totalMinor)
      assert.equal(shown.totalMinor, shown.subtotalMinor - shown.discountMinor + shown.taxMinor)
      for (const [name, value] of Object.entries(shown))
        assert.ok(Number.isSafeInteger(value) && !Object.is(value, -0) && value >= 0, name)
    }),
    { numRuns: 2_000 },
  )
})

test('the tax breakdown adds up to the totals, and tax on each rate is the nearest minor unit, a half going up', () => {
  fc.assert(
    fc.property(invoices, ({ invoice }) => {
      const { subtotalMinor, discountMinor, taxMinor } = invoiceTotals(invoice)
      const rates = taxByRate(invoice)
      const total = (pick: (rate: (typeof rates)[number]) => number) => rates.reduce((all, rate) => all + pick(rate), 0)
      assert.equal(
        total(rate => rate.taxMinor),
        taxMinor,
      )
      assert.equal(
        total(rate => rate.taxableMinor),
        subtotalMinor - discountMinor,
      )
      for (const rate of rates) {
        const tenths = BigInt(rate.taxPercent * 10)
        const excess = 1000n * BigInt(rate.taxMinor) - BigInt(rate.taxableMinor) * tenths
        assert.ok(-500n < excess && excess <= 500n)
        assert.ok(0 <= rate.discountMinor && rate.discountMinor <= rate.netMinor)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('the discount of the invoice falls on each rate in proportion, to less than a minor unit', () => {
  fc.assert(
    fc.property(invoices, ({ invoice }) => {
      const rates = taxByRate(invoice)
      const net = rates.reduce((all, rate) => all + BigInt(rate.netMinor), 0n)
      const discount = rates.reduce((all, rate) => all + BigInt(rate.discountMinor), 0n)
      for (const rate of rates) {
        const error = BigInt(rate.discountMinor) * net - discount * BigInt(rate.netMinor)
        assert.ok(net === 0n || (-net <= error && error <= net))
      }
    }),
    { numRuns: 1_000 },
  )
})

test('the order of the lines does not matter', () => {
  fc.assert(
    fc.property(invoices, ({ invoice }) => {
      assert.deepEqual(invoiceTotals({ ...invoice, lines: invoice.lines.toReversed() }), invoiceTotals(invoice))
    }),
  )
})

test('every total can be shown in the currency and read back', () => {
  fc.assert(
    fc.property(invoices, ({ currency, invoice }) => {
      for (const value of Object.values(invoiceTotals(invoice)))
        assert.equal(toMinor(toMajor(value, currency), currency), value)
    }),
  )
})

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
