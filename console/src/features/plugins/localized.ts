import { useLanguage } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'

/** A publisher's text in the reader's language, where there is one. */
export function useLocalized(): (text: { en: string; ar?: string | null }) => string {
  const { language } = useLanguage()
  return ({ en, ar }) => plainName(language === 'ar' ? (ar ?? en) : en)
}
