import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { Name } from '../../ui/isolated.tsx'
import type { Consent } from './consent.ts'
import classes from './forms.module.css'
import { forms } from './texts.ts'

const TONES = {
  UNSIGNED: 'warn',
  OPEN: 'quiet',
  UNWITNESSED: 'warn',
  SIGNED: 'ok',
  EXPIRED: 'quiet',
  REVOKED: 'quiet',
} as const

/** How far a consent has come. */
export function ConsentState({ of }: { of: Consent['state'] }) {
  const t = useTexts(forms)
  return (
    <span className="tag" data-tone={TONES[of]}>
      {t.states[of]}
    </span>
  )
}

/** What is agreed to, as it is called in the language of the person. */
export function ConsentName({ of: { name, nameAr } }: { of: Pick<Consent, 'name' | 'nameAr'> }) {
  const { language } = useLanguage()
  return <Name>{(language === 'ar' ? nameAr : null) ?? name}</Name>
}

interface WordsProps {
  title: string
  body: string
  language: 'en' | 'ar'
}

/** What the patient reads, in one language. */
export const ConsentWords = ({ title, body, language }: WordsProps) => (
  <div className={classes.words} lang={language} dir={language === 'ar' ? 'rtl' : 'auto'}>
    <strong dir="auto">{title}</strong>
    {body
      .split(/\n\s*\n/)
      .filter(part => part.trim() !== '')
      .map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is known by its place alone
        <p key={place}>{part.trim()}</p>
      ))}
  </div>
)
