import type { Issue } from './errors.ts'

/**
 * Teeth by the FDI two-digit notation (ISO 3950): quadrant, then position from the midline. Quadrants 1 to 4 with eight
 * positions are permanent teeth, 5 to 8 with five are milk teeth.
 */
export const TEETH: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8].flatMap(quadrant =>
  Array.from({ length: quadrant < 5 ? 8 : 5 }, (_, index) => quadrant * 10 + index + 1),
)

export const isTooth = (number: number): boolean => TEETH.includes(number)

export const isMilkTooth = (number: number): boolean => isTooth(number) && number > 50

/** The numbers of a list `tooth` that are no teeth. */
export const toothIssues = (numbers: readonly number[]): Issue[] =>
  numbers.flatMap((number, index) =>
    isTooth(number) ? [] : [{ path: `/tooth/${index}`, code: 'enum', message: 'must be the FDI number of a tooth' }],
  )
