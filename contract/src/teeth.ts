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

/** Incisors and canines, which have an edge where the others have a chewing surface. */
export const isFrontTooth = (number: number): boolean => isTooth(number) && number % 10 <= 3

export const isUpperTooth = (number: number): boolean =>
  isTooth(number) && [1, 2, 5, 6].includes(Math.floor(number / 10))

/** The numbers of a list `tooth` that are no teeth. */
export const toothIssues = (numbers: readonly number[]): Issue[] =>
  numbers.flatMap((number, index) =>
    isTooth(number) ? [] : [{ path: `/tooth/${index}`, code: 'enum', message: 'must be the FDI number of a tooth' }],
  )

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

/** The parts that some teeth alone have. */
const ONLY_ON: Partial<Record<ToothPart, (tooth: number) => boolean>> = {
  occlusal: tooth => !isFrontTooth(tooth),
  incisal: isFrontTooth,
  buccal: tooth => !isFrontTooth(tooth),
  labial: isFrontTooth,
  palatal: isUpperTooth,
  lingual: tooth => !isUpperTooth(tooth),
}

/** Whether a tooth has the part: front teeth have an edge and a labial surface, the others chew and touch the cheek. */
export const hasPart = (tooth: number, part: ToothPart): boolean => isTooth(tooth) && (ONLY_ON[part]?.(tooth) ?? true)

/** The surfaces that each letter of a chart may stand for: which of them, the tooth decides. */
const LETTERS: Readonly<Record<string, readonly ToothPart[]>> = {
  m: ['mesial'],
  d: ['distal'],
  c: ['cervical'],
  o: ['occlusal'],
  i: ['incisal'],
  b: ['labial', 'buccal'],
  f: ['labial', 'buccal'],
  v: ['labial', 'buccal'],
  l: ['palatal', 'lingual'],
  p: ['palatal', 'lingual'],
}

export const isSurfaceLetter = (letter: string): boolean => Object.hasOwn(LETTERS, letter)

/** The surface of a tooth that a letter stands for; undefined where the tooth has none of that letter. */
export const surfaceOf = (tooth: number, letter: string): ToothPart | undefined =>
  LETTERS[letter]?.find(part => hasPart(tooth, part))

/** The parts of a list `toothPart` that one of the teeth does not have, and those that are named without a tooth. */
export const partIssues = (teeth: readonly number[], parts: readonly string[]): Issue[] =>
  parts.flatMap((part, index) => {
    const path = `/toothPart/${index}`
    if (!isToothPart(part)) return [{ path, code: 'enum', message: `must be one of ${TOOTH_PARTS.join(', ')}` }]
    if (teeth.length > 0 && teeth.every(tooth => hasPart(tooth, part))) return []
    return [{ path, code: 'surface_not_on_tooth', message: 'must be a part that each of the teeth has' }]
  })
