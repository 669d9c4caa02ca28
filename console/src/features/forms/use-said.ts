import type { FormField } from '@clinic/contract/form-fields.ts'
import { useLanguage } from '../../lib/language-choice.tsx'

/** A text of a form in the language of the reader, or in the one that there is. */
export function useSaid(): (text: FormField['label']) => string {
  const { language } = useLanguage()
  return text => (language === 'ar' ? text.ar : undefined) ?? text.en
}
