import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripControl } from './strip-control.ts'

test('a name cannot carry characters that turn the text around it', () => {
  const overrides = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']
  for (const character of [...overrides, '\0', '\x07', '\x1b', '\x7f', '\x9b', '\r'])
    assert.equal(stripControl(`سارة${character} Sara`), 'سارة Sara')
})

test('keeps everything else: both scripts, line breaks, tabs, joiners and emoji', () => {
  for (const text of ['سارة Sara', 'line\n\tline', 'می\u200cخواهم', '👩🏽‍⚕️', '\u200fسارة'])
    assert.equal(stripControl(text), text)
})
