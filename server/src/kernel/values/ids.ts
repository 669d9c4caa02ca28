import { hash } from 'node:crypto'
import { someRandomBytes } from './random-bytes.ts'

/** Crockford base32 in lower case: no i, l, o, u, and in byte order. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const PAIRS = Array.from({ length: 1024 }, (_, ten) => ALPHABET.charAt(ten >> 5) + ALPHABET.charAt(ten & 31))
const ID_SHAPE = /^[a-z]{3}_([0-7][0-9a-hjkmnp-tv-z]{25})$/
const TWO_TO_20 = 2 ** 20
const TWO_TO_40 = 2 ** 40

const randomBelowTwoTo = (bits: 24 | 40): number => someRandomBytes(bits / 8).readUIntBE(0, bits / 8)

function fourCharacters(twentyBits: number): string {
  return `${PAIRS[twentyBits >> 10]}${PAIRS[twentyBits & 1023]}`
}

function eightCharacters(fortyBits: number): string {
  return fourCharacters(Math.floor(fortyBits / TWO_TO_20)) + fourCharacters(fortyBits % TWO_TO_20)
}

/** The last id made for one source of time; the 80 random bits are kept as two halves of 40. */
interface Sequence {
  ms: number
  time: string
  high: number
  low: number
}

// Ids for a given instant have a sequence of their own, so that back-dated records do not disturb the order of live ones.
const live: Sequence = { ms: -1, time: '', high: 0, low: 0 }
const given: Sequence = { ms: -1, time: '', high: 0, low: 0 }

function startMillisecond(sequence: Sequence, ms: number): void {
  sequence.ms = ms
  sequence.time = `${PAIRS[Math.floor(ms / TWO_TO_40)]}${eightCharacters(ms % TWO_TO_40)}`
  sequence.high = randomBelowTwoTo(40)
  sequence.low = randomBelowTwoTo(40)
}

// A random step instead of 1 keeps an id from giving away its neighbours.
function step(sequence: Sequence): void {
  sequence.low += 1 + randomBelowTwoTo(24)
  if (sequence.low < TWO_TO_40) return
  sequence.low -= TWO_TO_40
  sequence.high = (sequence.high + 1) % TWO_TO_40
}

/**
 * A new id: prefix, `_` and 26 lower-case Crockford base32 characters (a ULID: 48 bits of milliseconds, 80 random bits).
 * Text order (byte order, collation C) is time order; ids made one after the other for one millisecond ascend too.
 */
export function newId(prefix: string, atMs?: number): string {
  const sequence = atMs === undefined ? live : given
  const ms = atMs ?? Date.now()
  if (ms === sequence.ms) step(sequence)
  else startMillisecond(sequence, ms)
  return `${prefix}_${sequence.time}${eightCharacters(sequence.high)}${eightCharacters(sequence.low)}`
}

/**
 * The same id for the same parts, always; other parts, or the same text split otherwise, give another id (SHA-256).
 * It begins with `7`, a time that no clock shows before the year 9700, so it never meets an id of `newId`.
 */
export function derivedId(prefix: string, ...parts: string[]): string {
  const digest = hash('sha256', JSON.stringify([prefix, ...parts]), 'buffer')
  const first = PAIRS[(7 << 5) | (digest.readUInt8(0) & 31)]
  return `${prefix}_${first}${[1, 6, 11].map(at => eightCharacters(digest.readUIntBE(at, 5))).join('')}`
}

/** Whether a text has the shape of our ids. */
export const isId = (text: string): boolean => ID_SHAPE.test(text)

/** The instant an id was made for, in epoch milliseconds; undefined when it is derived or no id of ours. */
export function idTimeMs(id: string): number | undefined {
  const unique = ID_SHAPE.exec(id)?.[1]
  if (!unique || unique.startsWith('7')) return undefined
  let ms = 0
  for (const character of unique.slice(0, 10)) ms = ms * 32 + ALPHABET.indexOf(character)
  return ms
}
