import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pgTypes } from '../types.ts'
import { rowReader } from './row-reader.ts'

const OIDS = { bool: 16, int8: 20, int4: 23, text: 25, jsonb: 3802, timestamptz: 1184, unknown: 99_999 }

test('reads every column by its type, and null as null', () => {
  const fields = Object.entries(OIDS).map(([name, dataTypeID]) => ({ name, dataTypeID }))
  const { read, width } = rowReader(fields)
  assert.equal(width, 7)
  assert.deepEqual(read(['t', '12', '-3', 'é "x"', '{"a":1}', '2026-07-01 09:30:00+00', 'as it is']), {
    bool: true,
    int8: 12,
    int4: -3,
    text: 'é "x"',
    jsonb: { a: 1 },
    timestamptz: '2026-07-01T09:30:00.000Z',
    unknown: 'as it is',
  })
  assert.deepEqual(read(fields.map(() => null)), Object.fromEntries(fields.map(({ name }) => [name, null])))
})

test('columns of whatever names and types come out as if they were set one by one', () => {
  const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('?column?', 'a"b', "'", '\u2028', '`', '1'))
  const field = fc.record({ name: name.filter(n => n !== '__proto__'), dataTypeID: fc.constantFrom(25, 23, 1700) })
  const column = fc.tuple(field, fc.option(fc.integer().map(String)))
  fc.assert(
    fc.property(fc.array(column, { maxLength: 40 }), columns => {
      const expected = columns.map(([{ name, dataTypeID }, text]) => [
        name,
        text === null ? null : pgTypes.getTypeParser(dataTypeID, 'text')(text),
      ])
      const { read } = rowReader(columns.map(([of]) => of))
      assert.deepEqual(read(columns.map(([, text]) => text)), Object.fromEntries(expected))
    }),
  )
})

test('the same columns are read by the same reader, whatever connection they come from', () => {
  const fields = () => [{ name: 'id', dataTypeID: 25 }]
  assert.equal(rowReader(fields()), rowReader(fields()))
  assert.notEqual(rowReader(fields()), rowReader([{ name: 'id', dataTypeID: 23 }]))
})
