import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readQrCode } from '../../../test/support/clinic/read-qr-code.ts'
import { qrCode } from './qr-code.ts'

const facts = {
  sellerName: 'مجموعة النخيل لطب الأسنان',
  vatNumber: '300000000000003',
  issuedAt: '2026-11-20T15:30:00',
  total: '1150.00',
  tax: '150.00',
}

test('tags 1 to 5 in order, lengths in bytes of UTF-8', () => {
  const bytes = Buffer.from(qrCode(facts), 'base64')
  assert.deepEqual([bytes[0], bytes[1]], [1, Buffer.byteLength(facts.sellerName)])
  assert.ok((bytes[1] ?? 0) > facts.sellerName.length)
  assert.deepEqual(
    [...(readQrCode(qrCode(facts)) ?? [])],
    Object.values(facts).map((value, index) => [index + 1, value]),
  )
})

test('is the code of the published example', () => {
  // Zakat, Tax and Customs Authority, technical guidelines on e-invoicing, QR code.
  const published = 'AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA=='
  const example = {
    ...{ sellerName: 'Bobs Records', vatNumber: '310122393500003', issuedAt: '2022-04-25T15:30:00Z' },
    ...{ total: '1000.00', tax: '150.00' },
  }
  assert.equal(qrCode(example), published)
})

test('whatever the seller is called, every value is read again, and a name too long ends between two letters', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(text, fc.string({ unit: fc.constantFrom('ن', 'خ', 'a', '😀'), maxLength: 300 }), (one, other) => {
      for (const sellerName of [one, other]) {
        const read = readQrCode(qrCode({ ...facts, sellerName }))?.get(1) ?? assert.fail()
        assert.ok(sellerName.startsWith(read) && Buffer.byteLength(read) <= 255)
        assert.ok(read === sellerName || Buffer.byteLength(read) > 251)
      }
    }),
  )
})

test('what is cut off is no code', () => {
  const whole = Buffer.from(qrCode(facts), 'base64')
  assert.equal(readQrCode(whole.subarray(0, -1).toString('base64')), undefined)
})
