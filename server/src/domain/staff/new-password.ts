import { refuseInput } from '../../kernel/errors.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** What is left of the own address and a little more is no secret. */
const FEW = 6
const SHORT_NAME = 4

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')

/** One to four characters again and again, the last time perhaps cut short. */
const isRepetition = (text: string): boolean =>
  [1, 2, 3, 4].some(
    length =>
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length),
  )

/** Letters or digits as they follow each other, up or down; after 9 comes 0. */
function isSequence(text: string): boolean {
  const circle = /^\d+$/.test(text) ? 10 : Number.POSITIVE_INFINITY
  const codes = Array.from(text, character => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => (code - (codes[index] ?? 0)) % circle))
  return [
    [1, 1 - circle],
    [-1, circle - 1],
  ].some(way => [...steps].every(step => way.includes(step)))
}

function isOwnName(text: string, email: string): boolean {
  const name = plain(email.split('@')[0] ?? '')
  return name.length >= SHORT_NAME && text.replaceAll(name, '').length < FEW
}

/** Whether a password is among the first that anybody would try (NIST SP 800-63B section 3.1.1.2). */
export function isEasilyGuessed(password: string, email: string): boolean {
  const text = plain(password)
  return COMMON_PASSWORDS.has(text) || isRepetition(text) || isSequence(text) || isOwnName(text, email)
}

/** Refuses a new password that is easily guessed; how long it must be, the declaration says. */
export function requireGoodPassword(password: string, email: string, path: string): void {
  if (isEasilyGuessed(password, email)) refuseInput({ path, code: 'common', message: 'must not be easily guessed' })
}
