import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationOf } from './operation.ts'
import { sql } from './statement.ts'

const said = (text: string) => Object.values(operationOf(sql(text)([]))).join(' ')

test('a statement is called by its outermost verb and table, whatever stands within its brackets and strings', () => {
  assert.equal(said('select id, (select count(*) from b) from patient where id = $1'), 'SELECT patient')
  assert.equal(said("select 'delete from x' as told from only branch"), 'SELECT branch')
  assert.equal(said('with a as (select 1 from b) insert into event (id) values ($1)'), 'INSERT event')
  assert.equal(
    said('with gone as (delete from a returning id)\n-- update of nothing\nselect id from gone'),
    'SELECT gone',
  )
  assert.equal(said('update clinic as one set name = $1 from two'), 'UPDATE clinic')
  assert.equal(said('insert into "patient" ("id") values ($1)'), 'INSERT patient')
  assert.equal(said('select record_access($1, $2)'), 'SELECT ')
  assert.equal(said('vacuum'), 'OTHER ')
})
