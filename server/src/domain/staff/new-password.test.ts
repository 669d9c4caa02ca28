import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { isEasilyGuessed } from './new-password.ts'

const EMAIL = 'omar.haddad@clinic.example'

test('what turns up in leaked lists is easily guessed, however it is written', () => {
  for (const word of COMMON_PASSWORDS) {
    assert.ok(word.length >= 12, word)
    assert.ok(isEasilyGuessed(word, EMAIL) && isEasilyGuessed(` ${word.toUpperCase()} `, EMAIL), word)
  }
})

test('a run of digits or letters is easily guessed, up or down, from wherever it starts', () => {
  const from = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 12, max: 40 }), fc.constantFrom(1, 9))
  fc.assert(
    fc.property(from, ([start, length, step]) =>
      isEasilyGuessed(Array.from({ length }, (_, index) => (start + index * step) % 10).join(''), EMAIL),
    ),
  )
  assert.ok(isEasilyGuessed('bcdefghijklmno', EMAIL) && isEasilyGuessed('ONMLKJIHGFEDC', EMAIL))
})

test('a few characters again and again are easily guessed, also cut short', () => {
  const repeated = fc.tuple(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: 12, max: 60 }))
  fc.assert(
    fc.property(repeated, ([unit, length]) => {
      fc.pre(unit.trim() !== '')
      return isEasilyGuessed(unit.repeat(length).slice(0, length), EMAIL)
    }),
  )
})

test('the own address with a little more is easily guessed, and inside of something longer it is not', () => {
  for (const password of ['omar.haddad12', 'Omar.Haddad!2026', 'omar.haddadomar.haddad'])
    assert.ok(isEasilyGuessed(password, EMAIL), password)
  for (const password of ['omar.haddad likes old boats', 'three invented words here', 'x9!kfPq27#mmZt'])
    assert.ok(!isEasilyGuessed(password, EMAIL), password)
})
