import { lazyRequire } from './lazy-require.ts'

const library = lazyRequire<typeof import('libphonenumber-js/min')>('libphonenumber-js/min', import.meta.url)

// Digits of any script, and what people put between them.
const PHONE_TEXT = /^\+?\p{Nd}[\p{Nd} _().-]*$/u
// Direction marks come along when a number is copied from a chat.
const INVISIBLE = /\p{Cf}/gu
const SPACES = /[\s_]+/gu

/**
 * The phone in E.164, or undefined when it cannot be one. Takes Latin, Arabic-Indic and Persian digits; `+`, `00`, the
 * country code alone or the local form of `country` (ISO 3166, as `SA`); with spaces, `-` or `_` between.
 * The length must fit the country's plan, but the number range need not be known: ranges are opened faster than
 * libraries are updated, and a phone that works must not be refused.
 */
export function normalizePhone(text: string, country: string): string | undefined {
  const plain = text
    .replace(INVISIBLE, '')
    .replace(SPACES, ' ')
    .trim()
    .replace(/^(?:00|٠٠|۰۰)/, '+')
  if (!PHONE_TEXT.test(plain)) return undefined
  const { isSupportedCountry, parsePhoneNumberFromString } = library()
  const options = isSupportedCountry(country) ? { defaultCountry: country, extract: false } : { extract: false }
  const phone = parsePhoneNumberFromString(plain, options)
  return phone?.isPossible() ? phone.number : undefined
}

let callingCodes: Set<string> | undefined

function readCallingCodes(): Set<string> {
  const { getCountries, getCountryCallingCode } = library()
  return new Set(getCountries().map(country => getCountryCallingCode(country)))
}

// No calling code is the beginning of another (E.164), so the first that fits is the one.
function callingCodeOf(digits: string): string {
  callingCodes ??= readCallingCodes()
  for (const length of [1, 2]) if (callingCodes.has(digits.slice(0, length))) return digits.slice(0, length)
  return digits.slice(0, 3)
}

/** What may be shown of a phone without the scope for it: the country code and the last two digits, `+966*******12`. */
export function maskPhone(e164: string): string
export function maskPhone(e164: string | null): string | null
export function maskPhone(e164: string | null): string | null {
  if (e164 === null) return null
  const shown = e164.startsWith('+') ? `+${callingCodeOf(e164.slice(1))}` : ''
  const hidden = e164.length - shown.length - 2
  return hidden > 0 ? shown + '*'.repeat(hidden) + e164.slice(-2) : '*'.repeat(e164.length)
}
