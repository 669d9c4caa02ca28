import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { envelopeOf, envelopeText } from './envelope.ts'

const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())
const event = fc.record({
  id: fc.string(),
  type: fc.string(),
  company_id: fc.string(),
  created_at: fc.string(),
  data: object,
  previous_attributes: fc.option(object),
})

test('the envelope as text says what the envelope says, whatever the event holds', () =>
  fc.assert(
    fc.property(event, stored => {
      const { data, previous_attributes } = stored
      const texts = {
        ...stored,
        data: JSON.stringify(data, null, 1),
        previous_attributes: previous_attributes && JSON.stringify(previous_attributes, null, 1),
      }
      assert.deepEqual(JSON.parse(envelopeText(texts)), JSON.parse(JSON.stringify(envelopeOf(stored))))
    }),
  ))
