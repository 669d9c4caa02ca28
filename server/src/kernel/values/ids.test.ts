import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ID_PREFIX } from './id-prefixes.ts'
import { derivedId, idTimeMs, newId } from './ids.ts'

const shape = /^pat_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const instants = fc.integer({ min: 0, max: Date.UTC(9000, 0) })

function sorted(ids: string[]): string[] {
  return [...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

test('an id is its prefix and 26 lower-case Crockford base32 characters', () => {
  assert.match(newId(ID_PREFIX.patient), shape)
  fc.assert(fc.property(instants, ms => shape.test(newId('pat', ms))))
})

test('an id tells the millisecond it was made for', () => {
  fc.assert(fc.property(instants, ms => idTimeMs(newId('pat', ms)) === ms))
  const before = Date.now()
  const made = idTimeMs(newId('pat')) ?? Number.NaN
  assert.ok(made >= before && made <= Date.now())
})

test('what is no id tells no time', () => {
  for (const text of ['', 'pat_', 'pat_01', newId('pat').toUpperCase(), `${newId('pat')}0`, `pat_u${'0'.repeat(25)}`])
    assert.equal(idTimeMs(text), undefined, text)
})

test('ids made one after the other ascend in byte order, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('pat'))
  assert.deepEqual(sorted(ids), ids)
  assert.equal(new Set(ids).size, ids.length)
})

test('ids for one given millisecond ascend past the end of the low half of their random bits', () => {
  const ids = Array.from({ length: 200_000 }, () => newId('pat', 1_785_000_000_000))
  assert.deepEqual(sorted(ids), ids)
})

test('ids sort by their time', () => {
  fc.assert(
    fc.property(fc.uniqueArray(instants, { minLength: 2 }), times => {
      const byTime = times.toSorted((a, b) => a - b).map(ms => newId('pat', ms))
      assert.deepEqual(sorted(byTime), byTime)
    }),
  )
})

test('back-dated ids do not disturb the order of live ones', () => {
  const ids = Array.from({ length: 5_000 }, () => {
    newId('pat', 1_700_000_000_000)
    return newId('pat')
  })
  assert.deepEqual(sorted(ids), ids)
})

test('a derived id is the same for the same parts and another for any other parts or split', () => {
  const parts = fc.array(fc.string(), { maxLength: 3 })
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      assert.match(derivedId('pat', ...one), shape)
      assert.equal(
        derivedId('pat', ...one) === derivedId('pat', ...other),
        JSON.stringify(one) === JSON.stringify(other),
      )
    }),
  )
  assert.notEqual(derivedId('pat', 'ab', 'c'), derivedId('pat', 'a', 'bc'))
  assert.notEqual(derivedId('pat', 'a').slice(4), derivedId('inv', 'a').slice(4))
})

test('derived ids never change between releases, or a retried payment would charge twice', () => {
  assert.equal(derivedId('pay', 'ins_1', 'key-1'), 'pay_7yam3q5bvngp42xxmqams1rf1v')
})

test('a derived id cannot meet one that was made for an instant, and tells no time', () => {
  const id = derivedId('pay', 'ins_1', 'key-1')
  assert.equal(id.at(4), '7')
  assert.notEqual(newId('pay', Date.UTC(9000, 0)).at(4), '7')
  assert.equal(idTimeMs(id), undefined)
})

test('no two kinds of record share a prefix, and each prefix is three lower-case letters', () => {
  const prefixes = Object.values(ID_PREFIX)
  assert.equal(new Set(prefixes).size, prefixes.length)
  for (const prefix of prefixes) assert.match(prefix, /^[a-z]{3}$/)
})
