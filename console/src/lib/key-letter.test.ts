import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letterOf } from './key-letter.ts'

test('a key is known by what it writes where that is Latin, else by its place on the keyboard', () => {
  for (const [key, code, letter] of [
    ['g', 'KeyG', 'g'],
    ['G', 'KeyG', 'g'],
    ['ل', 'KeyG', 'g'],
    // On a French keyboard the letter A is where Q is on others.
    ['a', 'KeyQ', 'a'],
    ['?', 'Slash', '?'],
    ['؟', 'Slash', '؟'],
    // On an Arabic keyboard these keys write letters.
    ['ظ', 'Slash', '/'],
    ['ز', 'Period', '.'],
    ['ArrowDown', 'ArrowDown', 'ArrowDown'],
  ] as const)
    assert.equal(letterOf({ key, code }), letter, `${key} ${code}`)
})
