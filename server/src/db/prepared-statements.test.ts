import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { ask } from '../../test/support/database/ask.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { codeOf } from '../../test/support/database/failures.ts'
import { updateRecord } from '../kernel/record-statements.ts'
import { DRIVERS } from './drivers.ts'
import { MOST_PREPARED, sql, WRITTEN } from './statement.ts'

const { ownerUrl } = await testDatabase()
await ask(ownerUrl, 'create table note (id integer primary key)')

const SHAPES = 2 * MOST_PREPARED
const numbers = Array.from({ length: SHAPES }, (_, n) => n)
/** As many statements of as many texts, of which every fifth fails where it runs. */
const shapes = numbers.map(n => sql<{ found: number }>(`select ${n} / $1::int as found`))
const prepared = sql<{ count: number }>('select count(*)::int as count from pg_prepared_statements')([])
const fails = (n: number): boolean => n % 5 === 0

for (const [name, driver] of Object.entries(DRIVERS)) {
  const connections = driver.connections(ownerUrl, `${name} shapes`, 1)
  const writers = driver.transactions(ownerUrl, `${name} shapes`, 1)
  atEnd(() => Promise.all([connections.close(), writers.close()]))

  const answerOf = (n: number) =>
    connections.run(shapes[n]?.([fails(n) ? 0 : 1]) ?? assert.fail()).then(([row]) => row?.found, codeOf)
  const expected = numbers.map(n => (fails(n) ? '22012' : n))
  const keptBy = async () => (await connections.run(prepared))[0]?.count ?? Number.NaN

  test(`${name}: a connection keeps a bounded number of statements, however many it is asked, and each is answered`, async () => {
    for (const _ of ['first time', 'again']) assert.deepEqual(await Promise.all(numbers.map(answerOf)), expected)
    const kept = await keptBy()
    assert.ok(kept > MOST_PREPARED / 2 && kept <= MOST_PREPARED + 1, String(kept))
    for (const n of numbers.toReversed().slice(0, 300)) assert.equal(await answerOf(n), expected[n])
  })

  test(`${name}: what is closed in the middle of a transaction changes nothing of it`, async () => {
    await ask(ownerUrl, 'truncate note')
    const add = (n: number) => sql(`insert into note values ($1) -- ${n}`)([n])
    const most = MOST_PREPARED + 200
    await writers.withTransaction(async connection => {
      await connection.begin([])
      for (let n = 0; n < most; n += 10) await connection.send(Array.from({ length: 10 }, (_, more) => add(n + more)))
      await connection.commit()
    })
    assert.deepEqual(await ask(ownerUrl, 'select count(*)::int from note'), [{ count: most }])
    const [kept] = await writers.withTransaction(async connection => {
      await connection.begin([])
      return connection.commit([prepared])
    })
    assert.ok(Number(kept?.rows[0]?.count) <= MOST_PREPARED + 10)
  })
}

test('the program itself keeps a bounded number of them: one that was not used for long is written anew', () => {
  const columns = [
    'details',
    'address',
    'email',
    'first_name',
    'last_name',
    'gender',
    'phone',
    'branch_id',
    'doctor_id',
    'disabled',
    'pending',
  ]
  const change = (bits: number) => {
    const chosen = columns.filter((_, place) => bits & (1 << place))
    updateRecord('patient', 'cln_1', 'pat_1', Object.fromEntries(chosen.map(column => [column, null])))
  }
  let written = 0
  WRITTEN.subscribe(() => void written++)
  change(1)
  change(1)
  assert.equal(written, 1)
  for (let bits = 2; bits < 1 << columns.length; bits++) change(bits)
  assert.ok(written > MOST_PREPARED)
  written = 0
  change(1)
  assert.equal(written, 1)
})
