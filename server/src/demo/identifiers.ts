import type { Random } from './random.ts'

const digits = (random: Random, count: number): number[] => Array.from({ length: count }, () => random.integer(0, 9))

/** Luhn's sum, by which Saudi ids are checked: doubled digits at the even places from the left. */
const luhn = (numbers: readonly number[]): number =>
  numbers.reduce((sum, digit, place) => {
    const value = place % 2 === 0 ? digit * 2 : digit
    return sum + (value > 9 ? value - 9 : value)
  }, 0)

const KUWAIT_WEIGHTS = [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The check digit of a Kuwaiti civil id. */
const kuwaitCheck = (numbers: readonly number[]): number =>
  11 - (KUWAIT_WEIGHTS.reduce((sum, weight, place) => sum + weight * (numbers[place] ?? 0), 0) % 11)

/** A national or resident id of the right form that fails its check digit on purpose, so that it is no person's. */
export function civilNumber(random: Random, country: 'SA' | 'KW', resident: boolean): string {
  if (country === 'KW') {
    const body = [random.integer(2, 3), ...digits(random, 10)]
    return [...body, (kuwaitCheck(body) + 1) % 10].join('')
  }
  const body = [resident ? 2 : 1, ...digits(random, 8)]
  const right = (10 - (luhn(body) % 10)) % 10
  return [...body, (right + random.integer(1, 9)) % 10].join('')
}
