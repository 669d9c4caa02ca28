import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { atEnd } from '../../test/support/at-end.ts'
import { ask } from '../../test/support/database/ask.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { circular } from '../../test/support/database/failures.ts'
import { SESSIONS } from '../../test/support/database/sessions.ts'
import { DatabaseUnreachable } from './database-errors.ts'
import type { DedicatedConnection, TransactionPool } from './driver.ts'
import { DRIVERS } from './drivers.ts'
import { sql } from './statement.ts'

const { ownerUrl } = await testDatabase()
await ask(ownerUrl, 'create table probe (id int primary key, place int unique deferrable initially deferred)')
// A row has the place that the deferred constraint gives once.
await ask(ownerUrl, 'insert into probe values (0, 0)')

beforeEach(() => ask(ownerUrl, 'delete from probe where id <> 0'))

const add = sql('insert into probe values ($1, $2)')
const divide = sql('select 1 / $1::int as share')
const stored = async () =>
  (await ask<{ id: number }>(ownerUrl, 'select id from probe where id <> 0 order by id')).map(({ id }) => id)

/** How a transaction that adds `id` may end; what is added first shows whether it was undone. */
type Ending = (own: DedicatedConnection, id: number) => Promise<unknown>
const ENDINGS: Record<string, Ending> = {
  commits: (own, id) => own.commit([add([-id, null])]),
  'fails with its commit': (own, id) => own.commit([add([id, null])]),
  'fails in its commit, by a deferred constraint': (own, id) => own.commit([add([-id, 0])]),
  'has a value that cannot be sent': own => own.commit([divide([circular])]),
  'fails before': own => own.send([divide([0])]),
  'fails before, with others behind': own =>
    Promise.all([own.send([divide([0])]), own.send([divide([1])]), own.send([divide([2])])]),
  throws: () => Promise.reject(new Error('on purpose')),
}

const transaction = (pool: TransactionPool, id: number, ending: string): Promise<boolean> =>
  pool
    .withTransaction(async own => {
      await own.begin([add([id, null])])
      await ENDINGS[ending]?.(own, id)
    })
    .then(
      () => true,
      () => false,
    )

let last = 0

for (const [name, driver] of Object.entries(DRIVERS)) {
  const pool = driver.transactions(ownerUrl, `${name} writes`, 2)
  const reports = driver.reports(ownerUrl, `${name} reports`, 1)
  atEnd(() => Promise.all([pool.close(), reports.close()]))

  test(`${name}: a connection carries nothing of one transaction into the next, however each ends`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(ENDINGS)), { maxLength: 40 }), async endings => {
        const started = endings.map(ending => ({ id: ++last, ending }))
        const done = await Promise.all(started.map(({ id, ending }) => transaction(pool, id, ending)))
        assert.deepEqual(
          done,
          endings.map(ending => ending === 'commits'),
        )
        const committed = started.filter(({ ending }) => ending === 'commits').map(({ id }) => id)
        assert.deepEqual(
          await stored(),
          [...committed.map(id => -id), ...committed].toSorted((a, b) => a - b),
        )
        await ask(ownerUrl, 'delete from probe where id <> 0')
      }),
      { numRuns: 60 },
    )
    const open = await ask(
      ownerUrl,
      `select state from ${SESSIONS} where application_name = '${name} writes' and state <> 'idle'`,
    )
    assert.deepEqual(open, [])
  })

  test(`${name}: begin, send and commit answer each statement with its rows and count`, async () => {
    const results = await pool.withTransaction(async own => [
      await own.begin([divide([1]), add([1, null])]),
      await own.send([add([2, null]), sql('select id from probe where id > $1 order by id')([0])]),
      await own.commit([add([3, null]), add([4, null]), sql('update probe set place = null where id > $1')([1])]),
    ])
    assert.deepEqual(
      results.map(group => group.map(({ rows, count }) => ({ rows, count }))),
      [
        [
          { rows: [{ share: 1 }], count: 1 },
          { rows: [], count: 1 },
        ],
        [
          { rows: [], count: 1 },
          { rows: [{ id: 1 }, { id: 2 }], count: 2 },
        ],
        [
          { rows: [], count: 1 },
          { rows: [], count: 1 },
          { rows: [], count: 3 },
        ],
      ],
    )
    assert.deepEqual(await stored(), [1, 2, 3, 4])
  })

  test(`${name}: statements run in the order in which they were sent, whether or not their answers were waited for`, async () => {
    const steps = await pool.withTransaction(async own => {
      await own.begin([])
      const ids = sql('select array_agg(id order by id) as ids from probe where id > 0')([])
      const answers = [1, 2, 3].map(id => own.send([add([id, null]), ids]))
      const seen = (await Promise.all(answers)).map(results => results.at(-1)?.rows[0]?.ids)
      await own.send([sql('delete from probe where id > 0')([])])
      await own.commit()
      return seen
    })
    assert.deepEqual(steps, [[1], [1, 2], [1, 2, 3]])
  })

  test(`${name}: a commit of what had failed unnoticed is an error, and nothing of it stays`, async () => {
    const swallowed = pool.withTransaction(async own => {
      await own.begin([add([1, null])])
      await own.send([divide([0])]).catch(() => undefined)
      await own.commit()
    })
    await assert.rejects(swallowed, /was rolled back/)
    assert.deepEqual(await stored(), [])
  })

  test(`${name}: a report sees one instant and writes nothing`, async () => {
    const ids = sql('select count(*)::int as count from probe')([])
    const seen = await reports.withTransaction(async own => {
      const [first] = await own.begin([ids])
      await ask(ownerUrl, 'insert into probe values (1, null)')
      const [second] = await own.send([ids])
      await own.commit()
      return [first?.rows, second?.rows]
    })
    assert.deepEqual(seen, [[{ count: 1 }], [{ count: 1 }]])
    const writing = reports.withTransaction(own => own.begin([add([1, null])]))
    await assert.rejects(writing, { code: '25006' })
  })

  test(`${name}: statements that a migration made out of date are prepared anew, and the transaction runs again`, async () => {
    const table = `altered_${name}`
    await ask(ownerUrl, `create table ${table} (a integer); insert into ${table} values (1)`)
    const all = sql(`select * from ${table}`)([])
    const readAll = () =>
      pool.withTransaction(async own => {
        await own.begin([])
        const [result] = await own.send([all])
        await own.commit()
        return result?.rows
      })
    assert.deepEqual(await Promise.all([readAll(), readAll()]), [[{ a: 1 }], [{ a: 1 }]])
    await ask(ownerUrl, `alter table ${table} add column b text default 'x'`)
    assert.deepEqual(await readAll(), [{ a: 1, b: 'x' }])
    assert.deepEqual(await readAll(), [{ a: 1, b: 'x' }])
  })

  test(`${name}: a caller that finds no connection free waits a bounded time, and the connection serves the next`, async () => {
    const small = driver.transactions(ownerUrl, 'small', 1, 1_000)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const once = (wait?: Promise<void>) =>
      small.withTransaction(async own => {
        await own.begin([])
        await wait
        const [result] = await own.commit([divide([1])])
        return result?.rows
      })
    const first = once(held)
    await assert.rejects(once(), DatabaseUnreachable)
    const next = once()
    release()
    assert.deepEqual(await Promise.all([first, next]), [[{ share: 1 }], [{ share: 1 }]])
    await small.close()
  })

  test(`${name}: a connection ended between two statements of a transaction leaves nothing behind`, async () => {
    const victim = pool.withTransaction(async own => {
      const [backend] = await own.begin([sql('select pg_backend_pid() as pid')([]), add([1, null])])
      await ask(ownerUrl, `select pg_terminate_backend(${backend?.rows[0]?.pid})`)
      await own.commit([add([2, null])])
    })
    await assert.rejects(victim)
    assert.deepEqual(await stored(), [])
    assert.equal(await transaction(pool, ++last, 'commits'), true)
  })

  test(`${name}: a database that cannot be reached is reported as such`, async () => {
    const nowhere = driver.transactions('postgres://nobody@127.0.0.1:1/nothing', 'nowhere', 1)
    await assert.rejects(
      nowhere.withTransaction(own => own.begin([])),
      DatabaseUnreachable,
    )
    await nowhere.close()
  })
}
