import { kept } from './kept.ts'

const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some(one => one === value)
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')

/** Latin digits and the Gregorian calendar in both. */
export const localeOf = (language: Language) => (language === 'ar' ? 'ar-u-ca-gregory-nu-latn' : 'en-GB')

type Wording = string | ((...values: never[]) => string) | { readonly [key: string]: Wording }
export type Catalogue = { readonly [key: string]: Wording }

/** The same keys, with other words. */
type Translated<Words> = Words extends string
  ? string
  : Words extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Words]: Translated<Words[Key]> }

/** Words in both languages; a key that one of them lacks does not compile. */
export const texts = <Words extends Catalogue>(both: { en: Words; ar: Translated<NoInfer<Words>> }) => both

/** Keeps what is inserted in a direction of its own (Unicode FSI and PDI), as `<bdi>` does in markup. */
export const isolated = (value: string | number): string => `\u2068${value}\u2069`

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

const pluralRules = kept((language: Language) => new Intl.PluralRules(language))

/** The form that the language has for so many; `#` is the number. */
export function plural(language: Language, count: number, forms: Forms): string {
  const form = forms[pluralRules(language).select(count)] ?? forms.other
  return form.replace('#', isolated(count))
}
