import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maskPhone, normalizePhone } from './phones.ts'

const arabicIndic = (text: string) => text.replace(/\d/g, digit => String.fromCodePoint(0x660 + Number(digit)))
const persian = (text: string) => text.replace(/\d/g, digit => String.fromCodePoint(0x6f0 + Number(digit)))

test('every way to write a Saudi mobile is the same phone', () => {
  const ways = ['+966500000012', '00966500000012', '966500000012', '966_500000012', '0500000012', '500000012']
  ways.push('050 000 0012', '050-000-0012', '+966 50 000 0012', ' 0500000012 ', '\u202a+966 50\u00a0000 0012\u202c')
  for (const way of ways)
    for (const text of [way, arabicIndic(way), persian(way)])
      assert.equal(normalizePhone(text, 'SA'), '+966500000012', text)
})

test('takes the whole block of invented numbers that the demo uses', () => {
  const lastFour = fc.integer({ min: 0, max: 9999 }).map(n => String(n).padStart(4, '0'))
  fc.assert(fc.property(lastFour, last => normalizePhone(`050000${last}`, 'SA') === `+96650000${last}`))
})

test('a local number belongs to the clinic’s country, an international one to its own', () => {
  assert.equal(normalizePhone('50000012', 'KW'), '+96550000012')
  assert.equal(normalizePhone('0100 123 4567', 'EG'), '+201001234567')
  assert.equal(normalizePhone('00965 5000 0012', 'SA'), '+96550000012')
  assert.equal(normalizePhone('+1 202 555 0123', 'SA'), '+12025550123')
})

test('a country that is not known takes international numbers only', () => {
  assert.equal(normalizePhone('+966500000012', 'ZZ'), '+966500000012')
  assert.equal(normalizePhone('0500000012', 'ZZ'), undefined)
})

test('what cannot be a phone is not taken', () => {
  const texts = [
    '',
    '+',
    '12345',
    '0500000012345678',
    'call 0500000012',
    '0500000012 ext 5',
    '٠٥٠x٠٠٠٠٠١٢',
    '05000+00012',
  ]
  for (const text of texts) assert.equal(normalizePhone(text, 'SA'), undefined, text)
})

test('never throws, and whatever it takes is E.164 and normal', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789+ -_٥۵().\u202ax'), maxLength: 24 })
  fc.assert(
    fc.property(fc.oneof(typed, fc.string()), fc.constantFrom('SA', 'KW', 'US', ''), (text, country) => {
      const phone = normalizePhone(text, country)
      if (phone === undefined) return
      assert.match(phone, /^\+[1-9]\d{4,16}$/)
      assert.equal(normalizePhone(phone, country), phone)
    }),
    { numRuns: 2_000 },
  )
})

test('a masked phone shows the country code and the last two digits', () => {
  assert.equal(maskPhone('+966500000012'), '+966*******12')
  assert.equal(maskPhone('+96550000034'), '+965******34')
  assert.equal(maskPhone('+201001234567'), '+20********67')
  assert.equal(maskPhone('+12025550123'), '+1********23')
  assert.equal(maskPhone('+80012345678'), '+800******78')
  assert.equal(maskPhone(null), null)
})

test('a mask never shows more than two digits of what follows the country code', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), text => {
      const masked = maskPhone(text)
      assert.equal(masked.length, text.length)
      assert.ok([...masked].filter((character, at) => character !== '*' && at > 3).length <= 2)
    }),
  )
})
