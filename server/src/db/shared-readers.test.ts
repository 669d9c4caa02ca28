import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ask } from '../../test/support/database/ask.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { circular, codeOf } from '../../test/support/database/failures.ts'
import { SESSIONS } from '../../test/support/database/sessions.ts'
import { eventually } from '../../test/support/eventually.ts'
import { DatabaseUnreachable } from './database-errors.ts'
import type { SharedReaders } from './driver.ts'
import { DRIVERS } from './drivers.ts'
import { sql } from './statement.ts'

const { ownerUrl } = await testDatabase()

const nameClinic = sql(`select set_config('app.company', $1, true)`)
const number = sql(`select current_setting('app.company') as company, $1::int as n`)
const failures = {
  Parse: { code: '42P01', statement: sql('select 1 from no_such_table')([]) },
  Bind: { code: '22P02', statement: sql('select $1::int')(['not a number']) },
  Execute: { code: '22012', statement: sql('select 1 / $1::int')([0]) },
  'Execute, after rows were sent': {
    code: '22012',
    statement: sql('select 1 / (2 - n) from generate_series(1, $1) n')([3]),
  },
}

const read = (readers: SharedReaders, n: number, clinic = n) => readers.run(nameClinic([`cli_${clinic}`]), number([n]))

for (const [name, driver] of Object.entries(DRIVERS)) {
  /** Readers that are used and closed. */
  async function using(connections: number, run: (readers: SharedReaders) => Promise<void>): Promise<void> {
    const readers = driver.readers(ownerUrl, `${name} readers`, connections)
    await run(readers).finally(() => readers.close())
  }

  test(`${name}: a reading that fails fails alone, and every other gets the answer to what it asked`, () =>
    using(2, readers =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.option(fc.constantFrom(...Object.values(failures))), fc.nat(2)), { maxLength: 60 }),
          async wanted => {
            const answers = wanted.map(([failure, clinic], n) =>
              (failure ? readers.run(nameClinic([`cli_${clinic}`]), failure.statement) : read(readers, n, clinic)).then(
                ([row]) => `${row?.company} ${row?.n}`,
                codeOf,
              ),
            )
            assert.deepEqual(
              await Promise.all(answers),
              wanted.map(([failure, clinic], n) => failure?.code ?? `cli_${clinic} ${n}`),
            )
          },
        ),
        { numRuns: 50 },
      ),
    ))

  test(`${name}: a value that cannot be sent fails alone`, () =>
    using(1, async readers => {
      const bad = readers.run(nameClinic(['cli_0']), number([circular]))
      const good = read(readers, 1)
      await assert.rejects(bad, TypeError)
      assert.equal((await good)[0]?.n, 1)
    }))

  test(`${name}: a slow reading keeps one connection and no other`, () =>
    using(2, async readers => {
      await Promise.all([read(readers, 0), read(readers, 1)])
      const slow = readers.run(nameClinic(['cli_0']), sql('select pg_sleep(20)')([])).catch(codeOf)
      for (let n = 0; n < 20; n++) assert.equal((await read(readers, n))[0]?.n, n)
      await ask(ownerUrl, `select pg_cancel_backend(pid) from ${SESSIONS} where query = 'select pg_sleep(20)'`)
      assert.equal(await slow, '57014')
    }))

  test(`${name}: a connection ended by the server fails what was asked of it, and is replaced`, () =>
    using(1, async readers => {
      await read(readers, 0)
      const sleeping = readers.run(nameClinic(['cli_0']), sql('select pg_sleep(20)')([])).catch(codeOf)
      const asleep = `from ${SESSIONS} where application_name = '${name} readers' and query = 'select pg_sleep(20)'`
      while ((await ask(ownerUrl, `select ${asleep}`)).length === 0);
      await ask(ownerUrl, `select pg_terminate_backend(pid) ${asleep}`)
      assert.equal(await sleeping, '57P01')
      await eventually<unknown>(() => read(readers, 2).then(([row]) => row?.n, codeOf), 2)
    }))

  test(`${name}: a table that is altered under a prepared statement is read anew, and no caller notices`, () =>
    using(1, async readers => {
      const table = `altered_${name}`
      await ask(ownerUrl, `create table ${table} (a integer); insert into ${table} values (1)`)
      const all = sql(`select * from ${table}`)([])
      const readAll = () => readers.run(nameClinic(['cli_0']), all)
      assert.deepEqual(await readAll(), [{ a: 1 }])
      await ask(ownerUrl, `alter table ${table} add column b text default 'x'`)
      const [before, rows, behind] = await Promise.all([read(readers, 1), readAll(), read(readers, 2)])
      assert.deepEqual([before[0]?.n, rows, behind[0]?.n], [1, [{ a: 1, b: 'x' }], 2])
    }))

  test(`${name}: nothing can be written`, () =>
    using(1, async readers => {
      const write = sql(`insert into clinic_counter values ('cli_0', 'patient', 1)`)([])
      await assert.rejects(readers.run(nameClinic(['cli_0']), write), { code: '25006' })
    }))

  test(`${name}: a database that cannot be reached is reported to every caller, and so are closed connections`, async () => {
    const nowhere = driver.readers('postgres://nobody@127.0.0.1:1/nothing', 'nowhere', 2)
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
}
