/**
 * The string formats of the interface. One meaning for each, used when requests are checked and when examples are
 * written: what passes here is taken by PostgreSQL and by Temporal as well.
 */
export interface FormatRule {
  matches(text: string): boolean
  /** What is expected, as the end of a sentence that starts with "must be". */
  readonly expects: string
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME_AND_ZONE = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](\d{2}):(\d{2}))$/

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** A day of the real calendar, `YYYY-MM-DD`, in the years 1900 to 2200. */
export function isDate(text: string): boolean {
  const parts = DATE.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return year >= 1900 && year <= 2200 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/**
 * RFC 3339 section 5.6 with a zone (`Z` or an offset), up to nine fraction digits. Leap seconds are refused: neither
 * Date nor PostgreSQL keeps them apart from the next second. So are offsets of 16 hours and more, which no place on earth
 * has and PostgreSQL does not take.
 */
export function isDateTime(text: string): boolean {
  if (!isDate(text.slice(0, 10)) || !/^[Tt]/.test(text.slice(10))) return false
  const parts = TIME_AND_ZONE.exec(text.slice(11))
  if (!parts) return false
  const within = (index: number, highest: number) => Number(parts[index] ?? 0) <= highest
  return within(1, 23) && within(2, 59) && within(3, 59) && within(4, 15) && within(5, 59)
}

const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/

/** A mailbox that mail can be sent to: RFC 5321 lengths, no quoted or commented forms, a domain with a dot. */
export const isEmail = (text: string): boolean => text.length <= 254 && text.indexOf('@') <= 64 && EMAIL.test(text)

/** The characters of RFC 3986 after a scheme; URL.canParse alone would repair spaces and backslashes silently. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/

/** An absolute URI that URL parsers agree on. */
export const isUri = (text: string): boolean => URI.test(text) && URL.canParse(text)

export const FORMATS: Readonly<Record<string, FormatRule>> = {
  'date-time': { matches: isDateTime, expects: 'a date-time such as 2026-11-20T09:30:00Z' },
  date: { matches: isDate, expects: 'a date such as 2026-11-20' },
  email: { matches: isEmail, expects: 'an e-mail address such as name@example.com' },
  uri: { matches: isUri, expects: 'a URL such as https://example.com/path' },
}
