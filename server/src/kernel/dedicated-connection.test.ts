import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { startApp } from '../../test/support/app/harness.ts'
import { atEnd } from '../../test/support/at-end.ts'
import { SESSIONS } from '../../test/support/database/sessions.ts'
import { sendGroup } from '../db/pipelining/send-group.ts'
import { transactionPool } from '../db/pool.ts'
import { type Statement, sql } from '../db/statement.ts'
import { begin, commit, type DedicatedConnection, withTransaction } from './dedicated-connection.ts'

const app = await startApp()
await app.sql('create table probe (id int primary key, place int unique deferrable initially deferred)')
const pool = transactionPool(app.database.ownerUrl, 'own connection', 2)
atEnd(() => pool.end())

const add = sql('insert into probe values ($1, $2)')
const nothing = sql('select 1 / $1::int')
const circular: Record<string, unknown> = {}
circular.self = circular

/** How a transaction that adds `id` may end; what is added first shows whether it was undone. */
type Ending = (own: DedicatedConnection, id: number) => Promise<unknown>
const ENDINGS: Record<string, Ending> = {
  commits: (own, id) => commit(own, [add([-id, null])]),
  'fails with its commit': (own, id) => commit(own, [add([id, null])]),
  'fails in its commit, by a deferred constraint': (own, id) => commit(own, [add([-id, 0])]),
  'has a value that cannot be sent': own => commit(own, [nothing([circular])]),
  'fails before': async own => {
    await sendGroup(own.client, [nothing([0])])
  },
  throws: () => Promise.reject(new Error('on purpose')),
}

async function transaction(id: number, ending: string): Promise<boolean> {
  const attempt = async (own: DedicatedConnection) => {
    await begin(own, [add([id, null])])
    await ENDINGS[ending]?.(own, id)
  }
  return withTransaction(pool, attempt).then(
    () => true,
    () => false,
  )
}

const rows = (statement: Statement) => app.sql<{ id: number }>(statement.text)

test('a connection that is passed on with a commit carries nothing of one transaction into the next, however each ends', async () => {
  // Somebody has the place that the deferred constraint gives once.
  await app.sql('insert into probe values (0, 0)')
  let last = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(ENDINGS)), { maxLength: 40 }), async endings => {
      const started = endings.map(ending => ({ id: ++last, ending }))
      const done = await Promise.all(started.map(({ id, ending }) => transaction(id, ending)))
      assert.deepEqual(
        done,
        endings.map(ending => ending === 'commits'),
      )
      const committed = started.filter(({ ending }) => ending === 'commits').map(({ id }) => id)
      const there = (await rows(sql('select id from probe where id <> 0 order by id')([]))).map(({ id }) => id)
      assert.deepEqual(
        there,
        [...committed.map(id => -id), ...committed].toSorted((a, b) => a - b),
      )
      await app.sql('delete from probe where id <> 0')
    }),
    { numRuns: 60 },
  )
  const open = await app.sql(
    `select state from ${SESSIONS} where application_name = 'own connection' and state <> 'idle'`,
  )
  assert.deepEqual(open, [])
})

test('who waits for a connection begins behind the commit of who had it, without waiting for its end', async () => {
  const alone = transactionPool(app.database.ownerUrl, 'alone', 1)
  const blocker = new pg.Client(app.database.ownerUrl)
  await blocker.connect()
  try {
    await blocker.query('begin; insert into probe values (1000, null)')
    const order: string[] = []
    const first = withTransaction(alone, async own => {
      await begin(own, [])
      // Waits until it is known whether the other row stays.
      const committing = commit(own, [add([1000, null])])
      order.push('the first has sent its commit')
      return committing
    }).catch(() => order.push('the first failed'))
    const second = withTransaction(alone, async own => {
      order.push('the second has the connection')
      await begin(own, [])
      order.push('the second has begun')
      await commit(own, [add([1001, null])])
    })
    while (!order.includes('the second has the connection')) await new Promise(setImmediate)
    await blocker.query('commit')
    await Promise.all([first, second])
    assert.deepEqual(order.slice(0, 3), [
      'the first has sent its commit',
      'the second has the connection',
      'the first failed',
    ])
    assert.deepEqual(order.slice(3), ['the second has the connection', 'the second has begun'])
    assert.deepEqual(await rows(sql('select id from probe where id > 999 order by id')([])), [
      { id: 1000 },
      { id: 1001 },
    ])
  } finally {
    await blocker.end()
    await alone.end()
  }
})
