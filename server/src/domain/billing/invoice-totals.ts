import { percentOf, roundHalfUp } from '../../kernel/values/money.ts'

/**
 * What an invoice adds up to, in minor units throughout. Gross is quantity times unit price, net is gross less the discount
 * of the line, taxable is net less the line's part of the discount of the whole invoice.
 */

/** The amount counts when both are given. A discount never exceeds what it is taken from. */
export interface Discount {
  discountMinor?: number | null
  discountPercent?: number | null
}

export interface InvoiceLine extends Discount {
  unitMinor: number
  /** A whole number. */
  quantity: number
  taxPercent: number
}

export interface InvoiceAmounts extends Discount {
  lines: readonly InvoiceLine[]
  /** The insurer's share; at most the total counts. */
  insuranceMinor?: number | null
}

export interface InvoiceTotals {
  /** The gross lines. */
  subtotalMinor: number
  /** Of the lines and of the whole invoice together. */
  discountMinor: number
  taxMinor: number
  /** subtotal - discount + tax. */
  totalMinor: number
  insuranceMinor: number
}

export interface TaxAtRate {
  taxPercent: number
  netMinor: number
  /** The part of the discount of the whole invoice that falls on this rate. */
  discountMinor: number
  taxableMinor: number
  taxMinor: number
}

/**
 * Totals as an e-invoice authority recomputes them (EN 16931, BR-CO-14 and BR-CO-15): tax is rounded once per rate on the
 * sum of its lines, and the total is the sum of what is shown. Throws RangeError for an amount that is no whole number of
 * minor units, or negative.
 */
export function invoiceTotals(invoice: InvoiceAmounts): InvoiceTotals {
  const subtotalMinor = sum(invoice.lines.map(grossOf))
  const rates = taxByRate(invoice)
  const taxableMinor = sum(rates.map(rate => rate.taxableMinor))
  const taxMinor = sum(rates.map(rate => rate.taxMinor))
  const totalMinor = sum([taxableMinor, taxMinor])
  return {
    subtotalMinor,
    discountMinor: subtotalMinor - taxableMinor,
    taxMinor,
    totalMinor,
    insuranceMinor: Math.min(amount(invoice.insuranceMinor ?? 0), totalMinor),
  }
}

/** One row per rate on the invoice, lowest first, which is what its tax breakdown prints. */
export function taxByRate(invoice: InvoiceAmounts): TaxAtRate[] {
  const nets = netByRate(invoice.lines)
  const netMinors = nets.map(([, netMinor]) => netMinor)
  const shares = apportion(discountOn(sum(netMinors), invoice), netMinors)
  return nets.map(([taxPercent, netMinor], rate) => {
    const discountMinor = shares[rate] ?? 0
    const taxableMinor = netMinor - discountMinor
    return { taxPercent, netMinor, discountMinor, taxableMinor, taxMinor: percentOf(taxableMinor, taxPercent) }
  })
}

type Paid = Record<'tax_minor' | 'total_minor' | 'paid_minor', number>

/** The tax within the part that is paid now, rounded on the running total so that all parts together lose nothing. */
export function taxInPayment({ tax_minor, total_minor, paid_minor }: Paid, appliedMinor: number): number {
  const upTo = (minor: number) => (total_minor === 0 ? 0 : roundHalfUp(BigInt(tax_minor) * BigInt(minor), total_minor))
  return upTo(paid_minor + appliedMinor) - upTo(paid_minor)
}

function netByRate(lines: readonly InvoiceLine[]): [taxPercent: number, netMinor: number][] {
  const nets = new Map<number, number>()
  for (const line of lines) {
    const gross = grossOf(line)
    const rate = percentage(line.taxPercent)
    nets.set(rate, sum([nets.get(rate) ?? 0, gross - discountOn(gross, line)]))
  }
  return [...nets].sort(([one], [other]) => one - other)
}

function grossOf({ unitMinor, quantity }: InvoiceLine): number {
  return roundHalfUp(BigInt(amount(unitMinor)) * BigInt(amount(quantity)), 1)
}

function discountOn(minor: number, { discountMinor, discountPercent }: Discount): number {
  return Math.min(amount(discountMinor ?? percentOf(minor, percentage(discountPercent ?? 0))), minor)
}

/**
 * Splits an amount in proportion to the parts, without losing a minor unit: each share is the difference of two rounded
 * running totals, so that it is off by less than one and never above its part.
 */
export function apportion(minor: number, parts: number[]): number[] {
  const whole = sum(parts)
  const runningTo = (count: number) => BigInt(sum(parts.slice(0, count)))
  const shareTo = (count: number) => (whole === 0 ? 0 : roundHalfUp(BigInt(minor) * runningTo(count), whole))
  return parts.map((_, part) => shareTo(part + 1) - shareTo(part))
}

function sum(minors: number[]): number {
  return amount(minors.reduce((total, minor) => total + minor, 0))
}

function amount(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a whole amount: ${count}`)
  return count
}

function percentage(percent: number): number {
  if (!(percent >= 0)) throw new RangeError(`not a percentage: ${percent}`)
  return percent
}
