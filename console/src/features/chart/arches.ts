const side = (quadrant: number, positions: number): number[] =>
  Array.from({ length: positions }, (_, index) => quadrant * 10 + index + 1)

/** A row of teeth as they stand in the mouth, from the patient's right, which a chart shows on the left. */
const row = (right: number, left: number, positions: number): readonly number[] => [
  ...side(right, positions).reverse(),
  ...side(left, positions),
]

export const UPPER = row(1, 2, 8)
export const LOWER = row(4, 3, 8)
export const UPPER_MILK = row(5, 6, 5)
export const LOWER_MILK = row(8, 7, 5)

const ROWS = [UPPER, UPPER_MILK, LOWER_MILK, LOWER]

/** From one tooth to another of the same row; undefined where they stand in different ones. */
export function teethBetween(from: number, to: number): readonly number[] | undefined {
  const arch = ROWS.find(one => one.includes(from) && one.includes(to))
  if (!arch) return undefined
  const [first, last] = [arch.indexOf(from), arch.indexOf(to)]
  return first <= last ? arch.slice(first, last + 1) : arch.slice(last, first + 1).reverse()
}

export type Dentition = 'permanent' | 'mixed' | 'milk'

/** Which teeth a patient has at an age: milk teeth until six, both until thirteen; the permanent ones where it is not known. */
export function dentitionAt(age: number | null): Dentition {
  if (age === null || age >= 13) return 'permanent'
  return age >= 6 ? 'mixed' : 'milk'
}

/** The rows that are shown, from top to bottom. */
export const rowsOf = (dentition: Dentition): readonly (readonly number[])[] => {
  if (dentition === 'permanent') return [UPPER, LOWER]
  return dentition === 'milk' ? [UPPER_MILK, LOWER_MILK] : ROWS
}

/** The tooth beside another, in the direction of an arrow; the same where there is none. Above and below is the same place. */
export function toothBeside(
  rows: readonly (readonly number[])[],
  tooth: number,
  [across, down]: readonly [number, number],
) {
  const at = rows.findIndex(one => one.includes(tooth))
  const here = rows[at] ?? []
  const next = rows[Math.min(Math.max(at + down, 0), rows.length - 1)] ?? here
  const centre = (one: readonly number[]) => (one.length - 1) / 2
  const place = here.indexOf(tooth) - centre(here) + across + centre(next)
  return next[Math.min(Math.max(Math.round(place), 0), next.length - 1)] ?? tooth
}
