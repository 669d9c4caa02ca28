import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../test/support/database/ask.ts'
import { testDatabase } from '../../../test/support/database/database.ts'
import { codeOf } from '../../../test/support/database/failures.ts'
import { SESSIONS } from '../../../test/support/database/sessions.ts'
import { sql } from '../statement.ts'
import { PipelinedReaders } from './pipelined-readers.ts'

const { ownerUrl } = await testDatabase()

const nameClinic = sql(`select set_config('app.company', $1, true)`)
const number = sql(
  `select current_setting('app.company') as company, $1::int as n, now()::text as began, pg_backend_pid() as pid`,
)

/** Readers that are used and closed. */
async function using(connections: number, run: (readers: PipelinedReaders) => Promise<void>): Promise<void> {
  const readers = new PipelinedReaders(ownerUrl, 'victim', connections)
  await run(readers).finally(() => readers.close())
}

const read = (readers: PipelinedReaders, n: number) => readers.run(nameClinic([`cli_${n}`]), number([n]))

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

test('a reading that waits behind one whose connection is lost is told so, and the next gets a new connection', () =>
  using(1, async readers => {
    await read(readers, 0)
    const sleeping = readers.run(nameClinic(['cli_0']), sql('select pg_sleep(20)')([])).catch(codeOf)
    const behind = read(readers, 1).catch(codeOf)
    const asleep = `from ${SESSIONS} where application_name = 'victim' and query = 'select pg_sleep(20)'`
    while ((await ask(ownerUrl, `select ${asleep}`)).length === 0);
    await ask(ownerUrl, `select pg_terminate_backend(pid) ${asleep}`)
    assert.deepEqual(await Promise.all([sleeping, behind]), ['57P01', 'DatabaseUnreachable'])
    assert.equal((await read(readers, 2))[0]?.n, 2)
  }))
