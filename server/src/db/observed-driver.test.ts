import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnd } from '../../test/support/at-end.ts'
import { testDatabase } from '../../test/support/database/database.ts'
import { driver } from '../../test/support/database/driver.ts'
import { observedDriver } from './observed-driver.ts'
import { sql } from './statement.ts'

const { appUrl, drop } = await testDatabase()
atEnd(drop)

const nothing = sql('select 1')([])
const branches = sql<{ id: string }>('select id from branch where id = $1')
const wrong = sql('select 1 / $1::int as broken from branch right join (values (1)) as one on true')

test('where none looks on it is the driver itself, so that it costs nothing', () => {
  assert.equal(observedDriver(driver, undefined, undefined), driver)
})

test('each message is told with what its statements do, and whether it failed, and answered as without', async () => {
  const told: string[] = []
  const looking = observedDriver(driver, operations => {
    const said = operations.map(({ name, table = '' }) => `${name} ${table}`.trim()).join(', ')
    return error => told.push(error === undefined ? said : `${said} failed`)
  })
  const readers = looking.readers(appUrl, 'observed reads', 1)
  const connections = looking.connections(appUrl, 'observed connections', 1)
  const pool = looking.transactions(appUrl, 'observed writes', 1)
  atEnd(() => Promise.all([readers.close(), connections.close(), pool.close()]))

  assert.deepEqual(await readers.run(nothing, branches(['brn_secret'])), [])
  assert.equal(await connections.count(branches(['brn_secret'])), 0)
  await assert.rejects(connections.run(nothing, wrong([0])), /division by zero/)
  const found = await pool.withTransaction(async connection => {
    await connection.begin([nothing])
    const [result] = await connection.send([branches(['brn_secret'])])
    await connection.commit()
    return result?.count
  })
  assert.equal(found, 0)
  assert.deepEqual(told, [
    'SELECT branch',
    'SELECT branch',
    'SELECT, SELECT branch failed',
    'BEGIN, SELECT',
    'SELECT branch',
    'COMMIT',
  ])
  assert.deepEqual(pool.usage(), { used: 0, idle: 1, waiting: 0 })
})
