import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from './scopes.ts'

const sentences = Object.entries(SCOPES)

test('names the 48 scopes of the catalogue', () => {
  assert.equal(sentences.length, 48)
})

test('says what each scope allows in one sentence of its own, in English and in Arabic', () => {
  for (const [name, { en, ar }] of sentences) {
    assert.match(en, /^[A-Z][^.!?]+\.$/, name)
    assert.match(ar, /^[\u0600-\u06FF][^.!?]+\.$/, name)
    assert.doesNotMatch(ar, /[A-Za-z]/, name)
  }
  assert.equal(new Set(sentences.flatMap(([, { en, ar }]) => [en, ar])).size, 96)
})
