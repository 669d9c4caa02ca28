import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { atEnd } from '../../../test/support/at-end.ts'
import { ask } from '../../../test/support/database/ask.ts'
import { testDatabase } from '../../../test/support/database/database.ts'
import { circular, codeOf, FAILURES, newText } from '../../../test/support/database/failures.ts'
import { SESSIONS } from '../../../test/support/database/sessions.ts'
import type { Result, Row } from '../driver.ts'
import { type Statement, sql } from '../statement.ts'
import { pgTypes } from '../types.ts'
import { PipelinedConnections } from './pipelined-connections.ts'
import { sendGroup } from './send-group.ts'

const { ownerUrl } = await testDatabase()
const client = await connect()
atEnd(() => client.end())

async function connect(): Promise<pg.Client> {
  const config = { connectionString: ownerUrl, types: pgTypes, pipeline: true }
  const made = new pg.Client(config)
  made.on('error', () => undefined)
  await made.connect()
  return made
}

await ask(ownerUrl, 'create table note (id integer primary key, text text)')
beforeEach(() => ask(ownerUrl, 'truncate note'))

const add = sql('insert into note values ($1, $2)')
const addReturning = sql('insert into note values ($1, $2) returning *')
const count = sql('select count(*)::int as count from note')([])
const numbers = sql('select n, n::text as text from generate_series(1, $1) n')
const echo = sql('select $1::text as text, $2::int as int, $3::text[] as list, null as nothing')
const divide = sql('select 1 / $1::int as share')
const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'].map(text => sql(text)([])) as [
  Statement,
  Statement,
  Statement,
]

const last = (results: Result[]): Row[] | undefined => results.at(-1)?.rows
const notes = async () => last(await sendGroup(client, [count]))?.[0]?.count

test('answers every statement of a group with its own rows and command', async () => {
  const group = [echo(['é "quoted", {braces}', -7, ['a,b', '', null]]), add([1, 'one']), numbers([0]), numbers([2])]
  for (const _ of ['first time', 'prepared']) {
    assert.deepEqual(await sendGroup(client, group), [
      {
        rows: [{ text: 'é "quoted", {braces}', int: -7, list: ['a,b', '', null], nothing: null }],
        command: 'SELECT',
        count: 1,
      },
      { rows: [], command: 'INSERT', count: 1 },
      { rows: [], command: 'SELECT', count: 0 },
      {
        rows: [
          { n: 1, text: '1' },
          { n: 2, text: '2' },
        ],
        command: 'SELECT',
        count: 2,
      },
    ])
    await ask(ownerUrl, 'truncate note')
  }
})

for (const [stage, { code, make }] of Object.entries(FAILURES)) {
  for (const place of [0, 1, 2]) {
    test(`a failure at ${stage}, as number ${place + 1} of 3, undoes the group and leaves every statement usable`, async () => {
      const fresh = sql(`insert into note values ($1, 'fresh ${newText()}') returning *`)
      const failing = make()
      const group: Statement[] = [fresh([1]), add([2, 'two'])]
      group.splice(place, 0, failing)
      await assert.rejects(sendGroup(client, group), { code })
      assert.equal(await notes(), 0)
      await assert.rejects(sendGroup(client, [failing]), { code })
      assert.equal((await sendGroup(client, [fresh([1]), add([2, 'two'])])).length, 2)
      assert.equal(await notes(), 2)
    })
  }
}

test('in a transaction a failed group can only be rolled back, and COMMIT says that it was', async () => {
  await sendGroup(client, [BEGIN, add([1, 'one'])])
  await assert.rejects(sendGroup(client, [add([2, 'two']), divide([0]), COMMIT]), { code: '22012' })
  await assert.rejects(sendGroup(client, [add([3, 'three'])]), { code: '25P02' })
  assert.equal((await sendGroup(client, [COMMIT])).at(-1)?.command, 'ROLLBACK')
  assert.equal(await notes(), 0)
  await sendGroup(client, [BEGIN, add([1, 'one'])])
  await assert.rejects(sendGroup(client, [divide([0])]))
  await sendGroup(client, [ROLLBACK])
  await sendGroup(client, [BEGIN, addReturning([4, 'four']), COMMIT])
  assert.equal(await notes(), 1)
})

test('whatever a list of texts holds, it arrives as it was sent', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', ' ', '\n', 'a', 'é', 'NULL') }))),
      async list => assert.deepEqual(last(await sendGroup(client, [echo(['', 0, list])]))?.[0]?.list, list),
    ),
  ))

test('a connection ended by the server fails what was under way on it, and the next statement gets a new one', async () => {
  const single = new PipelinedConnections(ownerUrl, 'victim', 1)
  try {
    await single.run(echo(['before', 0, []]))
    const sleeping = single.run(sql('select pg_sleep(20)')([])).catch(codeOf)
    const behind = single.run(echo(['behind', 1, []])).catch(codeOf)
    await ask(ownerUrl, `select pg_terminate_backend(pid) from ${SESSIONS} where application_name = 'victim'`)
    assert.deepEqual(await Promise.all([sleeping, behind]), ['57P01', 'DatabaseUnreachable'])
    assert.equal((await single.run(echo(['after', 2, []])))[0]?.int, 2)
  } finally {
    await single.close()
  }
})

test('a connection ended between two statements of a transaction leaves nothing behind', async () => {
  const victim = await connect()
  await sendGroup(victim, [BEGIN, add([1, 'one'])])
  const [backend] = last(await sendGroup(victim, [sql('select pg_backend_pid() as pid')([])])) ?? []
  await ask(ownerUrl, `select pg_terminate_backend(${backend?.pid})`)
  await assert.rejects(sendGroup(victim, [add([2, 'two']), COMMIT]))
  await assert.rejects(sendGroup(victim, [ROLLBACK]))
  assert.equal(await notes(), 0)
  await victim.end()
})

test('of a group with a value that cannot be sent nothing is sent', async () => {
  for (const bad of [circular, { big: 1n }]) {
    await assert.rejects(sendGroup(client, [add([5, 'lost']), echo([bad, 5, []])]), TypeError)
    assert.equal(await notes(), 0)
  }
})

test('columns that change under a prepared statement fail at most once on a connection, and are read anew', async () => {
  const all = sql('select * from changing')
  await ask(ownerUrl, `create table changing (a integer); insert into changing values (1)`)
  const CHANGES: [string, Row][] = [
    ['select 1', { a: 1 }],
    [`alter table changing add column b text default 'x'`, { a: 1, b: 'x' }],
    ['alter table changing alter column a type text', { a: '1', b: 'x' }],
    ['alter table changing drop column b', { a: '1' }],
    ['alter table changing rename column a to c', { c: '1' }],
  ]
  const own = await connect()
  for (const [change, row] of CHANGES) {
    await ask(ownerUrl, change)
    const first: unknown = await sendGroup(own, [all([])]).then<unknown, unknown>(last, codeOf)
    assert.ok(first === '0A000' || JSON.stringify(first) === JSON.stringify([row]), JSON.stringify(first))
    assert.deepEqual(last(await sendGroup(own, [all([])])), [row])
  }
  await own.end()
})
