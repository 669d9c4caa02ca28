import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { complain } from '../../ui/toast.ts'
import { stock } from './texts.ts'

type Shortage = Returned<'completeTreatment'>['shortages'][number]

/** What was used and was not in stock, in words; nothing where all of it was. */
export function useShortWords() {
  const t = useTexts(stock)
  const sayOf = ({ name, missing, unit }: Shortage) =>
    t.missing(plainName(name), [missing, unit && plainName(unit)].filter(Boolean).join(' '))
  return (shortages: readonly Shortage[]): string | undefined =>
    shortages.length === 0 ? undefined : t.short(shortages.map(sayOf).join(', '))
}

/** Says so beside the room. */
export function useTellShort() {
  const wordsOf = useShortWords()
  return ({ shortages }: { shortages: readonly Shortage[] }): void => {
    const words = wordsOf(shortages)
    if (words !== undefined) complain(words)
  }
}
