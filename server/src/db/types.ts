import { type CustomTypesConfig, types } from 'pg'

const OID = { int8: 20, date: 1082, timestamptz: 1184, interval: 1186, numeric: 1700 } as const
const ARRAY_OID = { text: 1009, int8: 1016, date: 1182, timestamptz: 1185 } as const

/**
 * `2026-07-01 09:30:00.5+00` to `2026-07-01T09:30:00.500Z`: digits beyond milliseconds are cut off. For sessions in
 * TimeZone UTC and DateStyle ISO; any other text (infinity, BC, another offset) comes out unchanged.
 */
export function isoTimestamp(text: string): string {
  const end = text.length - 3
  if (!text.endsWith('+00') || (end !== 19 && text[19] !== '.')) return text
  const fraction = end === 19 ? '000' : text.slice(20, Math.min(end, 23)).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

const asIs = (text: string): string => text

/** pg's own reader, under a type that also takes the numbers of arrays. */
const reader: { getTypeParser(oid: number, format: 'text'): (text: string) => (string | null)[] } = types
const readTextArray = reader.getTypeParser(ARRAY_OID.text, 'text')

const arrayOf =
  <T>(each: (text: string) => T) =>
  (text: string): (T | null)[] =>
    readTextArray(text).map(element => (element === null ? null : each(element)))

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [OID.int8, Number],
  [OID.numeric, Number],
  [OID.date, asIs],
  [OID.interval, asIs],
  [OID.timestamptz, isoTimestamp],
  [ARRAY_OID.int8, arrayOf(Number)],
  [ARRAY_OID.date, arrayOf(asIs)],
  [ARRAY_OID.timestamptz, arrayOf(isoTimestamp)],
])

/** For every `pg` client: timestamps, dates and intervals stay text, int8 and numeric become numbers, the rest is pg's default. */
export const pgTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === 'binary' ? undefined : PARSERS.get(oid)) ?? types.getTypeParser(oid, format),
}
