import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../test/support/database/ask.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { SESSIONS } from '../../test/support/database/sessions.ts'
import { eventually } from '../../test/support/eventually.ts'
import { DatabaseUnreachable } from './database-errors.ts'
import { sendGroup } from './pipelining/send-group.ts'
import { SharedConnections } from './pipelining/shared-connections.ts'
import { takeConnection, transactionPool } from './pool.ts'
import { sql } from './statement.ts'

const { ownerUrl } = await testDatabase()

const one = sql('select 1 as one')([])

test('whoever finds no connection free waits a bounded time, and the connection serves the next', async () => {
  const pool = transactionPool(ownerUrl, 'small', 1, 2_000)
  const held = await takeConnection(pool)
  await assert.rejects(takeConnection(pool), DatabaseUnreachable)
  const next = takeConnection(pool)
  held.release()
  const client = await next
  assert.deepEqual((await sendGroup(client, [one]))[0]?.rows, [{ one: 1 }])
  client.release()
  await pool.end()
})

test('an idle connection that the server ends is replaced, and nothing is thrown into the void', async () => {
  const pool = transactionPool(ownerUrl, 'idle writers', 1)
  const lanes = new SharedConnections(ownerUrl, 'idle readers', 1)
  const use = async () => {
    const client = await takeConnection(pool)
    const pid = (await sendGroup(client, [sql('select pg_backend_pid() as pid')([])]))[0]?.rows[0]?.pid
    const gone = new Promise(resolve => client.once('end', resolve))
    client.release()
    await eventually<unknown>(() => lanes.run(one).catch(String), [{ one: 1 }])
    return { pid, gone }
  }
  const first = await use()
  await ask(ownerUrl, `select pg_terminate_backend(pid) from ${SESSIONS} where application_name like 'idle %'`)
  await first.gone
  assert.notEqual((await use()).pid, first.pid)
  await Promise.all([pool.end(), lanes.close()])
})

test('a database that cannot be reached is reported as such by both kinds of connections', async () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/nothing'
  const pool = transactionPool(nowhere, 'nowhere', 1)
  const lanes = new SharedConnections(nowhere, 'nowhere', 1)
  await assert.rejects(takeConnection(pool), DatabaseUnreachable)
  await assert.rejects(lanes.run(one), DatabaseUnreachable)
  await Promise.all([pool.end(), lanes.close()])
})

test('connections that are closed while they are being made are closed all the same', async () => {
  const lanes = new SharedConnections(ownerUrl, 'hasty', 2)
  const answers = Promise.allSettled([lanes.run(one), lanes.run(one)])
  await lanes.close()
  await answers
  await assert.rejects(lanes.run(one), DatabaseUnreachable)
})
