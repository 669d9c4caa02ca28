import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { describeError } from './log.ts'

test('what a message quotes and what the database details is not logged, with its causes', () => {
  const database = new pg.DatabaseError('invalid input syntax for type date: "Sara Invented"', 0, 'error')
  Object.assign(database, { code: '22007', table: 'patient', detail: 'Failing row contains (Sara, +966501234512).' })
  const error = new TypeError("Cannot use 'Sara' “+966501234512”", { cause: new Error('outer', { cause: database }) })
  const described = describeError(error)
  const text = JSON.stringify(described)
  for (const secret of ['Sara', 'Invented', '+966501234512', 'Failing row']) assert.ok(!text.includes(secret), text)
  for (const kept of ['TypeError', 'outer', '22007', 'patient', 'log.test.ts']) assert.ok(text.includes(kept), text)
})

test('describes whatever is thrown, and follows causes in circles no further than needed', () => {
  const loop = new Error('loop')
  loop.cause = loop
  assert.ok(JSON.stringify(describeError(loop)).length > 0)
  for (const thrown of ['text', undefined, null, { message: 'Sara' }])
    assert.deepEqual(describeError(thrown), { type: typeof thrown })
})
