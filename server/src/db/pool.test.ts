import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../test/support/database/ask.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { SESSIONS } from '../../test/support/database/sessions.ts'
import { eventually } from '../../test/support/eventually.ts'
import { DatabaseUnreachable } from './database-errors.ts'
import { DRIVERS } from './drivers.ts'
import { openPool, takeConnection } from './pool.ts'
import { sql } from './statement.ts'

const { ownerUrl } = await testDatabase()

for (const [name, driver] of Object.entries(DRIVERS)) {
  const open = (of: string, waitMs?: number) =>
    openPool({ url: ownerUrl, name: of, size: 1, waitMs, pipeline: name === 'pipelined' })

  test(`${name}: a caller that finds no connection free waits a bounded time, and the connection serves the next`, async () => {
    const pool = open('small', 2_000)
    const held = await takeConnection(pool)
    await assert.rejects(takeConnection(pool), DatabaseUnreachable)
    const next = takeConnection(pool)
    held.release()
    const client = await next
    assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
    client.release()
    await pool.end()
  })

  test(`${name}: an idle connection that the server ends is replaced, and no error is thrown into the void`, async () => {
    const pool = open('idle writers')
    const connections = driver.connections(ownerUrl, 'idle connections', 1)
    const use = async () => {
      const client = await takeConnection(pool)
      const pid = (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid
      const gone = new Promise(resolve => client.once('end', resolve))
      client.release()
      const one = sql('select 1 as one')([])
      await eventually<unknown>(() => connections.run(one).catch(String), [{ one: 1 }])
      return { pid, gone }
    }
    const first = await use()
    await ask(ownerUrl, `select pg_terminate_backend(pid) from ${SESSIONS} where application_name like 'idle %'`)
    await first.gone
    assert.notEqual((await use()).pid, first.pid)
    await Promise.all([pool.end(), connections.close()])
  })

  test(`${name}: a database that cannot be reached is reported as such`, async () => {
    const pool = openPool({ url: 'postgres://nobody@127.0.0.1:1/nothing', name: 'nowhere', size: 1 })
    await assert.rejects(takeConnection(pool), DatabaseUnreachable)
    await pool.end()
  })
}
