import { useFormats, useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import type { ConflictWords } from '../../ui/conflict.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { dayTexts } from './day-texts.ts'
import { visits } from './visit-texts.ts'

/** What is said where another has put a visit elsewhere meanwhile: when it is, and with whom. */
export function useVisitWords(): ConflictWords {
  const { fields } = useTexts(visits)
  const { ends } = useTexts(dayTexts)
  const { slot } = useFormats()
  const { language } = useLanguage()
  const { data: workplace } = useRead('getWorkplace', {})
  return {
    fields: { ...fields, end: ends },
    shown(field, value) {
      if ((field === 'start' || field === 'end') && typeof value === 'string') return slot(value)
      const doctor = workplace?.practitioners.find(({ id }) => id === value)
      return doctor && plainName(nameOf(language, doctor))
    },
  }
}
