/** The currencies of ISO 4217 whose smallest unit is a thousandth, such as the fils of Kuwait and Bahrain. */
const THOUSANDTHS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

export const decimalsOf = (currency: string): number => (THOUSANDTHS.has(currency) ? 3 : 2)

/**
 * The smallest units of an amount, from its digits: a fraction is never calculated with. An amount that is finer than its
 * currency, or too large to be exact, is an error and not a rounding.
 */
export function toMinor(amount: number, currency: string): number {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
  const decimals = decimalsOf(currency)
  const minor = Number(whole + fraction.padEnd(decimals, '0'))
  if (whole === '' || fraction.length > decimals || !Number.isSafeInteger(minor))
    throw new RangeError(`${amount} is no amount in ${currency}`)
  return sign === '-' ? 0 - minor : minor
}

/** The amount with all of its decimals, as books and spreadsheets show it. */
export function toText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
