import { QUANTITY_DECIMALS } from '@clinic/contract/inventory.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'

/** A quantity counts thousandths of the item's unit; a JSON number tells up to a thousand million of them apart exactly. */
const UNIT = 10 ** QUANTITY_DECIMALS
const MOST = 999_999_999_999

/** The thousandths of a quantity; undefined when it has more decimals, or is too large to be counted. */
export function thousandthsOf(quantity: number): number | undefined {
  const thousandths = Math.round(quantity * UNIT)
  return thousandths / UNIT === quantity && Math.abs(thousandths) <= MOST ? thousandths + 0 : undefined
}

const ofThousandths = (thousandths: number): number => thousandths / UNIT

/** The thousandths of a quantity that the caller gave; refused when it cannot be counted. */
export function countedOf(quantity: number, path: string): number {
  const message = `must be a quantity with at most ${QUANTITY_DECIMALS} decimals`
  return thousandthsOf(quantity) ?? refuseInput({ path, code: 'decimals', message })
}

/** Refuses a level that is no quantity, or below zero. */
export function requireLevel(level: number | null | undefined, path: string): void {
  if (level === null || level === undefined || countedOf(level, path) >= 0) return
  refuseInput({ path, code: 'minimum', message: 'must not be below 0' })
}

/** The sum of two quantities, exactly. */
export const plus = (one: number, other: number): number =>
  ofThousandths(Math.round(one * UNIT) + Math.round(other * UNIT))

/** A quantity as often as told, exactly. */
export const times = (quantity: number, often: number): number => ofThousandths(Math.round(quantity * UNIT) * often)

/** What is in stock after a change; refused when it would fall below zero, or become more than can be counted. */
export function stockAfter(quantity: number, delta: number): number {
  const after = plus(quantity, delta)
  if (after < 0) return refuse('insufficient_stock')
  return ofThousandths(countedOf(after, '/quantityDelta'))
}
