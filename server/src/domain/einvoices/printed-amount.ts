import { exponentOf, toMajor } from '../../kernel/values/money.ts'

/** The amount as the document prints it, in the major unit with all of the currency's decimals. */
export const printed = (minor: number, currency: string): string =>
  toMajor(minor, currency).toFixed(exponentOf(currency))
