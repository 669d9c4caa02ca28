import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isDate, isDateTime, isEmail, isUri } from './formats.ts'

function table(matches: (text: string) => boolean, accepted: readonly string[], refused: readonly string[]) {
  for (const text of accepted) assert.equal(matches(text), true, text)
  for (const text of refused) assert.equal(matches(text), false, text)
}

test('takes RFC 3339 date-times with a zone and nothing else', () => {
  table(
    isDateTime,
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.123Z', '2026-11-20T09:30:00.123456789+03:00', '2024-02-29t23:59:59z'],
    [
      '2026-11-20T09:30:00',
      '2026-11-20 09:30:00Z',
      '2026-11-20T09:30Z',
      '2026-11-20',
      '2026-02-30T09:30:00Z',
      '2026-11-20T24:00:00Z',
      '2026-11-20T09:30:00+16:00',
      '2026-12-31T23:59:60Z',
      '2026-11-20T09:30:00+24:00',
      '2026-11-20T09:30:00+0300',
      '2026-11-20T09:30:00.1234567890Z',
      '1899-12-31T00:00:00Z',
      '2201-01-01T00:00:00Z',
      '٢٠٢٦-11-20T09:30:00Z',
      '2026-11-20T09:30:00Z\n',
      '',
    ],
  )
})

test('takes the days of the real calendar alone', () => {
  table(
    isDate,
    ['2024-02-29', '2000-02-29', '1900-01-01', '2200-12-31'],
    ['2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-1-1', '2026-11-20\n', '12026-11-20'],
  )
})

test('agrees with Temporal about every date and every instant it takes', () => {
  const part = (lowest: number, highest: number) =>
    fc.integer({ min: lowest, max: highest }).map(value => String(value).padStart(2, '0'))
  const date = fc.tuple(fc.integer({ min: 1900, max: 2200 }), part(0, 14), part(0, 33)).map(parts => parts.join('-'))
  const time = fc.tuple(part(0, 25), part(0, 61), part(0, 59)).map(parts => parts.join(':'))
  fc.assert(
    fc.property(date, time, fc.constantFrom('Z', '+03:00', '-11:30'), (day, clock, zone) => {
      assert.equal(
        isDate(day),
        attempt(() => Temporal.PlainDate.from(day)),
        day,
      )
      const instant = `${day}T${clock}${zone}`
      assert.equal(
        isDateTime(instant),
        attempt(() => Temporal.Instant.from(instant)),
        instant,
      )
    }),
  )
})

function attempt(parse: () => unknown): boolean {
  try {
    return parse() !== undefined
  } catch {
    return false
  }
}

test('takes e-mail addresses that mail can be sent to', () => {
  table(
    isEmail,
    ['name@example.com', 'first.last+tag@sub.example.co', "o'neil@example.org", 'a@b-c.sa'],
    [
      'name',
      'name@localhost',
      'name@@example.com',
      '.name@example.com',
      'na..me@example.com',
      'name@example..com',
      'name@-example.com',
      'na me@example.com',
      'name@example.com\n',
      '"quoted"@example.com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.com`,
    ],
  )
})

test('takes absolute URIs that parsers agree on', () => {
  table(
    isUri,
    ['https://example.com', 'https://example.com:8443/a/b?c=d&e=%20#f', 'http://[::1]:3000/', 'mailto:a@example.com'],
    ['example.com', '/path', 'https://', 'https://exa mple.com', 'https://example.com\\@evil', 'https://e.com/%zz', ''],
  )
})
