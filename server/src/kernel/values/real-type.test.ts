import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UPLOAD_CONTENT_TYPES, type UploadContentType } from '@clinic/contract/files.ts'
import fc from 'fast-check'
import { SAMPLES } from '../../../test/support/clinic/file-samples.ts'
import { isOfType } from './real-type.ts'

test('every type is told from every other', () => {
  for (const announced of UPLOAD_CONTENT_TYPES)
    for (const real of UPLOAD_CONTENT_TYPES)
      assert.equal(isOfType(announced, SAMPLES[real]), announced === real, `${real} announced as ${announced}`)
})

test('takes TIFF in both byte orders and BigTIFF', () => {
  for (const start of ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'])
    assert.ok(isOfType('image/tiff', Buffer.from(`${start}rest of it`, 'latin1')))
})

test('web pages, programs and archives are none of them', () => {
  const others = [
    '<!DOCTYPE html><script>',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    'MZ\x90\0',
    '\x7fELF',
    'PK\x03\x04',
    'BM',
  ]
  for (const start of others)
    for (const type of UPLOAD_CONTENT_TYPES) assert.ok(!isOfType(type, Buffer.from(start.padEnd(200), 'latin1')))
})

test('any bytes may be looked at, and a type that is not offered is never real', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom<UploadContentType>(...UPLOAD_CONTENT_TYPES),
      (bytes, type) => {
        assert.equal(typeof isOfType(type, Buffer.from(bytes)), 'boolean')
        assert.ok(!isOfType('text/html', Buffer.from(bytes)))
      },
    ),
  )
})
