import { PROCEDURE_COLORS } from '@clinic/contract/staff/procedures.ts'
import { LONGEST_VISIT_MINUTES, SHORTEST_VISIT_MINUTES } from '@clinic/contract/staff/visit-minutes.ts'
import { foldForSearch } from '../../../kernel/values/fold-for-search.ts'
import { exponentOf, toMinor } from '../../../kernel/values/money.ts'
import type { Read } from './import-fault.ts'

/** A text as it was written; null where there is none. */
export const readText = (cell: string, longest: number): Read<string | null> =>
  [...cell].length > longest ? { fault: 'length' } : { value: cell === '' ? null : cell }

/** A whole number of minutes; null where there is none. */
export function readMinutes(cell: string): Read<number | null> {
  if (cell === '') return { value: null }
  const digits = foldForSearch(cell)
  if (!/^\d{1,9}$/.test(digits)) return { fault: 'number' }
  const minutes = Number(digits)
  return minutes < SHORTEST_VISIT_MINUTES || minutes > LONGEST_VISIT_MINUTES ? { fault: 'range' } : { value: minutes }
}

export function readColor(cell: string): Read<string | null> {
  if (cell === '') return { value: null }
  const color = PROCEDURE_COLORS.find(one => one === foldForSearch(cell))
  return color === undefined ? { fault: 'unknown' } : { value: color }
}

const FLAGS: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ true: ['true', 'yes', '1', 'نعم'], false: ['false', 'no', '0', 'لا'] }).flatMap(([flag, words]) =>
    words.map(word => [foldForSearch(word), flag === 'true'] as const),
  ),
)

/** Yes or no; as it was where the cell is empty. */
export function readFlag(cell: string): Read<boolean | undefined> {
  if (cell === '') return { value: undefined }
  const flag = FLAGS.get(foldForSearch(cell))
  return flag === undefined ? { fault: 'unknown' } : { value: flag }
}

/** How thousands and decimals are parted. A single point parts decimals alone, so that 1.500 is not taken for 1500. */
const SPELLINGS: readonly RegExp[] = [
  /^(\d+)$/,
  /^(\d+)[.٫](\d+)$/,
  /^(\d+),(\d+)$/,
  /^([1-9]\d{0,2}(?:[,٬ ]\d{3})+)(?:[.٫](\d+))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d+)$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){2,})$/,
]
const MOST = 10_000_000

/**
 * An amount in minor units. Thousands and decimals may be parted in any usual way; what could be two amounts, as 1,250 of a
 * currency of three decimals, is refused and never guessed.
 */
export function readAmount(cell: string, currency: string): Read<number> {
  if (cell === '') return { fault: 'required' }
  const text = foldForSearch(cell)
  const decimals = exponentOf(currency)
  const readings = SPELLINGS.flatMap(spelling => {
    const [, whole, fraction = ''] = spelling.exec(text) ?? []
    return whole === undefined ? [] : [{ whole: whole.replace(/\D/g, ''), fraction }]
  })
  if (readings.length === 0) return { fault: 'number' }
  const fitting = readings.filter(({ fraction }) => fraction.length <= decimals)
  const amounts = [...new Set(fitting.map(({ whole, fraction }) => Number(`${whole}.${fraction || '0'}`)))]
  const [amount, other] = amounts
  if (amount === undefined) return { fault: 'decimals' }
  if (other !== undefined) return { fault: 'ambiguous' }
  const minor = amount > MOST ? undefined : toMinor(amount, currency)
  return minor === undefined ? { fault: 'range' } : { value: minor }
}
