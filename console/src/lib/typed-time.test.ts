import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedTime } from './typed-time.ts'

test('a time is understood as people type it, in either digits and on either clock, and what is none is not', () => {
  for (const [text, time] of [
    ['9', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9:30', '09:30'],
    [' 21.05 ', '21:05'],
    ['9:30 pm', '21:30'],
    ['12:15 am', '00:15'],
    ['12:15p', '12:15'],
    ['٩:٣٠ م', '21:30'],
    ['٠٩٣٠', '09:30'],
  ] as const)
    assert.equal(typedTime(text), time, text)
  for (const text of ['', '24:00', '9:60', '13:00 pm', 'noon', '12345', '9:3']) assert.equal(typedTime(text), undefined)
})
