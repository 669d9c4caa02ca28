import { isTooth } from '@clinic/contract/teeth.ts'
import { refuseInput } from '../../kernel/errors.ts'

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

/** Refuses numbers that are no teeth and words that are no parts of one. */
export function requireTeeth({
  tooth = [],
  toothPart = [],
}: {
  tooth?: readonly number[]
  toothPart?: readonly string[]
}): void {
  const teeth = tooth.flatMap((number, index) =>
    isTooth(number) ? [] : [{ path: `/tooth/${index}`, code: 'enum', message: 'must be the FDI number of a tooth' }],
  )
  const parts = toothPart.flatMap((word, index) =>
    isToothPart(word)
      ? []
      : [{ path: `/toothPart/${index}`, code: 'enum', message: `must be one of ${TOOTH_PARTS.join(', ')}` }],
  )
  if (teeth.length + parts.length > 0) refuseInput(...teeth, ...parts)
}
