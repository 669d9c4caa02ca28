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
