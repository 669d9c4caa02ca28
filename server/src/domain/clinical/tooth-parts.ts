import { toothIssues } from '@clinic/contract/teeth.ts'
import { refuseInput } from '../../kernel/errors.ts'

/** What a treatment may name of a tooth: its surfaces, and its parts from crown to root. */
const TOOTH_PARTS = [
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
]

export const isToothPart = (word: string): boolean => TOOTH_PARTS.some(part => part === word)

/** Refuses numbers that are no teeth and words that are no parts of one. */
export function requireTeeth(teeth: readonly number[], parts: readonly string[]): void {
  const message = `must be one of ${TOOTH_PARTS.join(', ')}`
  const partIssues = parts.flatMap((word, index) =>
    isToothPart(word) ? [] : [{ path: `/toothPart/${index}`, code: 'enum', message }],
  )
  const issues = [...toothIssues(teeth), ...partIssues]
  if (issues.length > 0) refuseInput(...issues)
}
