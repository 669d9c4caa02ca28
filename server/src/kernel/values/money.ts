/**
 * Money inside the product is an integer count of the currency's minor unit (halala, fils); outside it is a JSON number
 * in the major unit (riyal, dinar). `minor` in a name always means the former, `major` the latter.
 */

/** The currencies of ISO 4217 whose minor unit is not a hundredth. Not from Intl: CLDR rounds to cash (IQD 0, AFN 0). */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0 },
  ...{ VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0 },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
  ...{ CLF: 4, UYW: 4 },
}

/** A double tells every decimal of up to 15 digits from its neighbours; beyond, two amounts can be the same number. */
const MOST_MINOR = 10 ** 15 - 1
const PERCENT_UNIT = 1_000_000

/** How many decimals the currency has (ISO 4217): SAR 2, KWD 3. Throws RangeError for what is no currency code. */
export function exponentOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError('a currency is three capital letters')
  return EXPONENTS[currency] ?? 2
}

/**
 * The minor units of a JSON amount, exactly. Undefined when the amount has more decimals than the currency, or more than
 * 15 digits (where a JSON number no longer says which amount was meant).
 */
export function toMinor(amount: number, currency: string): number | undefined {
  const unit = 10 ** exponentOf(currency)
  const minor = Math.round(amount * unit)
  // Division rounds correctly, so equality means: this is the very number that the decimal with these digits parses to.
  if (!(Math.abs(minor) <= MOST_MINOR) || minor / unit !== amount) return undefined
  return minor + 0 // never -0
}

/** The amount as a JSON number that prints with no more decimals than the currency has. */
export function toMajor(minor: number, currency: string): number {
  if (!Number.isSafeInteger(minor)) throw new RangeError('an amount in minor units is a safe integer')
  return minor / 10 ** exponentOf(currency)
}

/**
 * The quotient of two integers, rounded to the nearest; a half goes away from zero, so that a refund is the exact mirror
 * of its charge. Throws RangeError when the result is no safe integer.
 */
export function roundHalfUp(numerator: number | bigint, denominator: number | bigint): number {
  const [above, below] = [BigInt(numerator), BigInt(denominator)]
  const [size, by] = [above < 0n ? -above : above, below < 0n ? -below : below]
  const rounded = Number((2n * size + by) / (2n * by))
  if (!Number.isSafeInteger(rounded)) throw new RangeError('an amount in minor units is a safe integer')
  return above < 0n === below < 0n ? rounded : 0 - rounded
}

/** A percentage of an amount, rounded half up once. The percentage has at most six decimals; else RangeError. */
export function percentOf(minor: number, percent: number): number {
  const millionths = Math.round(percent * PERCENT_UNIT)
  if (!Number.isSafeInteger(millionths) || millionths / PERCENT_UNIT !== percent)
    throw new RangeError('a percentage has at most six decimals')
  return roundHalfUp(BigInt(minor) * BigInt(millionths), 100 * PERCENT_UNIT)
}
