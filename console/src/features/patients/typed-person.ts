import type { PersonField } from './person-field.ts'

/** What was looked for and is no one yet, as the beginning of a file: digits are a phone, words the given and family name. */
export function personTyped(text: string): Partial<Record<PersonField, string>> {
  const typed = text.trim()
  if (/^[+(]?[\d٠-٩\s()-]+$/.test(typed)) return { phoneNumber: typed }
  const [firstName = '', ...rest] = typed.split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}
