import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Statement, sql } from '../statement.ts'
import { insertTogether } from './insert-together.ts'

const insert = (table: string, columns: number) =>
  sql(`insert into ${table} values (${Array.from({ length: columns }, (_, i) => `$${i + 1}`)})`)

const inserts = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.array(fc.integer(), { minLength: 1, maxLength: 12 }))
    .map(([table, values]): Statement => insert(table, values.length)(values)),
  { maxLength: 9 },
)

/** What a statement would insert: each table with its values. */
const rowsOf = ({ text, values }: Statement) =>
  [...text.matchAll(/insert into (\w) values \(([^)]*)\)/g)].map(([, table, placeholders = '']) => [
    table,
    placeholders.split(',').map(placeholder => values[Number(placeholder.slice(1)) - 1]),
  ])

test('every row goes to its table with its own values, and a few inserts are one statement', () => {
  fc.assert(
    fc.property(inserts, all => {
      const together = insertTogether(all)
      assert.deepEqual(together.flatMap(rowsOf), all.flatMap(rowsOf))
      assert.equal(together.length, all.length >= 2 && all.length <= 6 ? 1 : all.length)
    }),
  )
})

test('the same inserts have one text and one name, whatever their values', () => {
  const of = (value: number) => insertTogether([insert('a', 1)([value]), insert('b', 2)([value, value])])
  assert.deepEqual(
    of(1).map(({ name, text }) => [name, text]),
    of(2).map(({ name, text }) => [name, text]),
  )
})
