import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendableName, typeOf } from './sendable-file.ts'

test('a file is of the type that the browser says, else by the end of its name; others are not taken', () => {
  assert.equal(typeOf({ name: 'a.png', type: 'image/png' }), 'image/png')
  assert.equal(typeOf({ name: 'SCAN.DCM', type: '' }), 'application/dicom')
  assert.equal(typeOf({ name: 'a.tif', type: 'application/octet-stream' }), 'image/tiff')
  assert.equal(typeOf({ name: 'page.html', type: 'text/html' }), undefined)
})

test('a name loses what would lead to another folder or turn its direction, and keeps its ending', () => {
  assert.equal(sendableName('a/b\\c\u202egnp.exe'), 'a_b_c_gnp.exe')
  assert.equal(sendableName(`${'x'.repeat(300)}.png`).length, 200)
  assert.ok(sendableName(`${'x'.repeat(300)}.png`).endsWith('.png'))
})
