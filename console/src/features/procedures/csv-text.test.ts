import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvText } from './csv-text.ts'

const TEXT = 'code;name\r\nD1;تاج'
const bufferOf = (bytes: readonly number[]) => Uint8Array.from(bytes).buffer

test('a file is read in whichever way a spreadsheet saves it', () => {
  const plain = [...new TextEncoder().encode(TEXT)]
  assert.equal(csvText(bufferOf(plain)), TEXT)
  assert.equal(csvText(bufferOf([0xef, 0xbb, 0xbf, ...plain])), TEXT)
  const wide = [...TEXT].map(letter => letter.charCodeAt(0))
  assert.equal(csvText(bufferOf([0xff, 0xfe, ...wide.flatMap(code => [code & 255, code >> 8])])), TEXT)
  assert.equal(csvText(bufferOf([0xfe, 0xff, ...wide.flatMap(code => [code >> 8, code & 255])])), TEXT)
  const latin = [...'code;name\r\nD1;'].map(letter => letter.charCodeAt(0))
  assert.equal(csvText(bufferOf([...latin, 0xca, 0xc7, 0xcc])), TEXT)
})
