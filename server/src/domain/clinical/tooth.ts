/**
 * Teeth by the FDI two-digit notation (ISO 3950): quadrant, then position from the midline. Quadrants 1 to 4 with eight
 * positions are permanent teeth, 5 to 8 with five are milk teeth.
 */
export function isTooth(number: number): boolean {
  const [quadrant, position] = [Math.trunc(number / 10), number % 10]
  const positions = quadrant >= 1 && quadrant <= 4 ? 8 : quadrant >= 5 && quadrant <= 8 ? 5 : 0
  return Number.isInteger(number) && position >= 1 && position <= positions
}

export const isMilkTooth = (number: number): boolean => isTooth(number) && number > 50

/** What a treatment may name of a tooth: its surfaces, and its parts from crown to root. */
export const TOOTH_PARTS = [
  'mesial',
  'distal',
  'occlusal',
  'incisal',
  'buccal',
  'labial',
  'lingual',
  'palatal',
  'cervical',
  'crown',
  'pulp',
  'root',
] as const

export type ToothPart = (typeof TOOTH_PARTS)[number]

export const isToothPart = (word: string): word is ToothPart => TOOTH_PARTS.some(part => part === word)
