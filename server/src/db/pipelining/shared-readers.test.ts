import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ask } from '../../../test/support/database/ask.ts'
import { testDatabase } from '../../../test/support/database/database.ts'
import { SESSIONS } from '../../../test/support/database/sessions.ts'
import { DatabaseUnreachable } from '../database-errors.ts'
import { sql } from '../statement.ts'
import { SharedReaders } from './shared-readers.ts'

const { ownerUrl } = await testDatabase()

const nameClinic = sql(`select set_config('app.company', $1, true)`)
const number = sql(
  `select current_setting('app.company') as company, $1::int as n, now()::text as began, pg_backend_pid() as pid`,
)
const failures = {
  Parse: sql('select 1 from no_such_table')([]),
  Bind: sql('select $1::int')(['not a number']),
  Execute: sql('select 1 / $1::int')([0]),
  'Execute, after rows were sent': sql('select 1 / (2 - n) from generate_series(1, $1) n')([3]),
}
const codeOf = (error: unknown) => (error as { code?: string; name: string }).code ?? (error as Error).name

/** Readers that are used and closed. */
async function using(lanes: number, run: (readers: SharedReaders) => Promise<void>, name = 'readers'): Promise<void> {
  const readers = new SharedReaders(ownerUrl, name, lanes)
  await run(readers).finally(() => readers.close())
}

const read = (readers: SharedReaders, n: number, clinic = n) => readers.run(nameClinic([`cli_${clinic}`]), number([n]))

test('what is asked for in one turn of the event loop is one transaction on each free connection', () =>
  using(2, async readers => {
    const rows = (await Promise.all([0, 1, 2, 3, 4, 5].map(n => read(readers, n)))).map(([row]) => row)
    assert.deepEqual(
      rows.map(row => [row?.company, row?.n]),
      [0, 1, 2, 3, 4, 5].map(n => [`cli_${n}`, n]),
    )
    assert.equal(new Set(rows.map(row => row?.began)).size, 2)
    assert.equal(new Set(rows.map(row => row?.pid)).size, 2)
  }))

test('one who fails fails alone, wherever it stands: everybody else gets the answer to what they asked', () =>
  using(2, readers =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.option(fc.constantFrom(...Object.keys(failures))), fc.nat(2)), { maxLength: 60 }),
        async wanted => {
          const answers = wanted.map(([failure, clinic], n) =>
            (failure
              ? readers.run(nameClinic([`cli_${clinic}`]), failures[failure as keyof typeof failures])
              : read(readers, n, clinic)
            ).then(([row]) => `${row?.company} ${row?.n}`, codeOf),
          )
          const codes = { Parse: '42P01', Bind: '22P02', Execute: '22012', 'Execute, after rows were sent': '22012' }
          assert.deepEqual(
            await Promise.all(answers),
            wanted.map(([failure, clinic], n) =>
              failure ? codes[failure as keyof typeof codes] : `cli_${clinic} ${n}`,
            ),
          )
        },
      ),
      { numRuns: 50 },
    ),
  ))

test('readings that follow each other and depend on the same set it once', () =>
  using(1, async readers => {
    const note = sql(`select set_config('app.noted', coalesce(current_setting('app.noted', true), '') || $1, true)`)
    const noted = sql(`select current_setting('app.noted') as noted`)([])
    const rows = await Promise.all(['a', 'a', 'a', 'b', 'b', 'a'].map(one => readers.run(note([one]), noted)))
    assert.deepEqual(
      rows.map(([row]) => row?.noted),
      ['a', 'a', 'a', 'ab', 'ab', 'aba'],
    )
  }))

test('a value that cannot be sent fails alone', () =>
  using(1, async readers => {
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const bad = readers.run(nameClinic(['cli_0']), number([circular]))
    const good = read(readers, 1)
    await assert.rejects(bad, TypeError)
    assert.equal((await good)[0]?.n, 1)
  }))

test('a slow reading keeps one connection and no other', () =>
  using(2, async readers => {
    await Promise.all([read(readers, 0), read(readers, 1)])
    const slow = readers.run(nameClinic(['cli_0']), sql('select pg_sleep(20)')([])).catch(codeOf)
    for (let n = 0; n < 20; n++) assert.equal((await read(readers, n))[0]?.n, n)
    await ask(ownerUrl, `select pg_cancel_backend(pid) from ${SESSIONS} where query = 'select pg_sleep(20)'`)
    assert.equal(await slow, '57014')
  }))

test('a connection ended by the server fails what was asked of it, and the next reading gets a new one', () =>
  using(
    1,
    async readers => {
      await read(readers, 0)
      const sleeping = readers.run(nameClinic(['cli_0']), sql('select pg_sleep(20)')([])).catch(codeOf)
      const behind = read(readers, 1).catch(codeOf)
      const asleep = `from ${SESSIONS} where application_name = 'victim' and query = 'select pg_sleep(20)'`
      while ((await ask(ownerUrl, `select ${asleep}`)).length === 0);
      await ask(ownerUrl, `select pg_terminate_backend(pid) ${asleep}`)
      assert.deepEqual(await Promise.all([sleeping, behind]), ['57P01', 'DatabaseUnreachable'])
      assert.equal((await read(readers, 2))[0]?.n, 2)
    },
    'victim',
  ))

test('a table that is altered under a prepared statement is read anew, and nobody notices', () =>
  using(1, async readers => {
    await ask(ownerUrl, 'create table altered (a integer); insert into altered values (1)')
    const all = sql('select * from altered')([])
    const readAll = () => readers.run(nameClinic(['cli_0']), all)
    assert.deepEqual(await readAll(), [{ a: 1 }])
    await ask(ownerUrl, `alter table altered add column b text default 'x'`)
    const [before, rows, behind] = await Promise.all([read(readers, 1), readAll(), read(readers, 2)])
    assert.deepEqual([before[0]?.n, rows, behind[0]?.n], [1, [{ a: 1, b: 'x' }], 2])
  }))

test('nothing can be written', () =>
  using(1, async readers => {
    const write = sql(`insert into clinic_counter values ('cli_0', 'patient', 1)`)([])
    await assert.rejects(readers.run(nameClinic(['cli_0']), write), { code: '25006' })
  }))

test('a database that cannot be reached is reported to everybody who asks, and so are closed connections', async () => {
  const nowhere = new SharedReaders('postgres://nobody@127.0.0.1:1/nothing', 'nowhere', 2)
  const asked = await Promise.all([0, 1, 2, 3].map(n => read(nowhere, n).catch(error => error)))
  for (const error of asked) assert.ok(error instanceof DatabaseUnreachable)
  await nowhere.close()
  await using(2, async readers => {
    const answers = Promise.allSettled([read(readers, 0), read(readers, 1)])
    await readers.close()
    await answers
    await assert.rejects(read(readers, 2), DatabaseUnreachable)
  })
})
