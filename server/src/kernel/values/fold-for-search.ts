const ARABIC_LETTERS: Readonly<Record<string, string>> = {
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ۀ: 'ه', ە: 'ه' },
  ...{ ء: '', ـ: '' },
}
const LATIN_LETTERS: Readonly<Record<string, string>> = { ı: 'i', ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' }
const LETTERS = { ...ARABIC_LETTERS, ...LATIN_LETTERS }
const FOLDED_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

// Combining marks of the Latin and Arabic scripts; other scripts keep theirs, where a mark can be the vowel.
const MARKS = /[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08ff]/g
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
const INVISIBLE = /\p{Cf}|(?!\s)\p{Cc}/gu
const PLAIN = /^[\x20-\x40\x5b-\x7e]*$/

/**
 * The form in which names are stored beside themselves and compared: lower case, no Latin or Arabic diacritics, alef and
 * hamza forms, ya and alef maqsura, ta marbuta and ha as one letter each, no tatweel, Latin digits, single spaces.
 * Folding twice changes nothing. Both sides of a comparison must be folded.
 */
export function foldForSearch(text: string): string {
  if (PLAIN.test(text)) return text.replace(/ {2,}/g, ' ').trim()
  return text
    .normalize('NFKD') // takes أ إ آ ؤ ئ and é apart, and joined forms such as ﻻ
    .toLowerCase()
    .replace(MARKS, '')
    .replace(FOLDED_LETTERS, letter => LETTERS[letter] ?? letter)
    .replace(ARABIC_DIGITS, digit => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The LIKE pattern for folded text that contains the given folded text, whatever characters are in it. */
export const likeContaining = (folded: string): string => `%${folded.replace(/[\\%_]/g, '\\$&')}%`
