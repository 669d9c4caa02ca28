import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { ask } from '../../../test/support/database/ask.ts'
import { testDatabase } from '../../../test/support/database/database.ts'
import { sql } from '../statement.ts'
import { pipelinedDriver } from './pipelined-driver.ts'

const { ownerUrl } = await testDatabase()
await ask(ownerUrl, 'create table probe (id int primary key)')

const add = sql('insert into probe values ($1)')

test('a caller that waits for a connection begins behind the commit of the one before, without waiting for its end', async () => {
  const alone = pipelinedDriver.transactions(ownerUrl, 'alone', 1)
  const blocker = new pg.Client(ownerUrl)
  await blocker.connect()
  try {
    await blocker.query('begin; insert into probe values (1000)')
    const order: string[] = []
    const first = alone
      .withTransaction(async own => {
        await own.begin([])
        // Waits until it is known whether the other row stays.
        const committing = own.commit([add([1000])])
        order.push('the first has sent its commit')
        return committing
      })
      .catch(() => order.push('the first failed'))
    const second = alone.withTransaction(async own => {
      order.push('the second has the connection')
      await own.begin([])
      order.push('the second has begun')
      await own.commit([add([1001])])
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
    assert.deepEqual(await ask(ownerUrl, 'select id from probe order by id'), [{ id: 1000 }, { id: 1001 }])
  } finally {
    await blocker.end()
    await alone.close()
  }
})
