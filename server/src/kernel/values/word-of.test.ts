import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordOf } from './word-of.ts'

test('a word of the closed set is itself, any other is an error of ours', () => {
  const state = wordOf(['OPEN', 'DONE'])
  assert.equal(state('OPEN'), 'OPEN')
  assert.throws(() => state('open'), new RangeError('open is none of OPEN, DONE.'))
})
