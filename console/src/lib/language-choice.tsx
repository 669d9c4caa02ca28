import { useDirection } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { clinicTime } from './clinic-time.ts'
import { type Catalogue, directionOf, isLanguage, type Language } from './language.ts'
import { usePreferences } from './preferences.ts'
import { useClock, useTimeZone } from './use-time-zone.ts'

const KEY = 'language'

/** What was chosen in this browser, else what the browser speaks. */
export function initialLanguage(): Language {
  const stored = localStorage.getItem(KEY)
  if (isLanguage(stored)) return stored
  return navigator.languages.some(one => one.startsWith('ar')) ? 'ar' : 'en'
}

export function showLanguage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

interface LanguageChoice {
  language: Language
  choose(language: Language): void
}

const Choice = createContext<LanguageChoice>({ language: 'en', choose: () => {} })

/** The language of everything below, and the direction that it is read in. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage)
  const { setDirection } = useDirection()
  const choose = useCallback(
    (next: Language) => {
      localStorage.setItem(KEY, next)
      showLanguage(next)
      setDirection(directionOf(next))
      setLanguage(next)
    },
    [setDirection],
  )
  const choice = useMemo(() => ({ language, choose }), [language, choose])
  return <Choice value={choice}>{children}</Choice>
}

/** A part of the page in a language of its own, whatever the rest is in. */
export function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  const choice = useMemo(() => ({ language, choose: () => {} }), [language])
  return (
    <Choice value={choice}>
      <div lang={language} dir={directionOf(language)}>
        {children}
      </div>
    </Choice>
  )
}

export const useLanguage = (): LanguageChoice => use(Choice)

/** The words of a catalogue in the language that is spoken now. */
export const useTexts = <Words extends Catalogue, Other>(catalogue: { en: Words; ar: Other }): Words | Other =>
  catalogue[use(Choice).language]

/** How instants are written: in a clinic as its clocks show them. */
export function useFormats() {
  const { language } = useLanguage()
  const { digits } = usePreferences()
  const timeZone = useTimeZone()
  const clock = useClock()
  return clinicTime({ language, digits, timeZone, clock })
}
