import type pg from 'pg'
import { send } from '../db/pool.ts'
import { type Statement, sql } from '../db/statement.ts'
import { refusalOf } from './constraints.ts'
import { recordAccess } from './record-access.ts'
import type { PlatformTx } from './tx.ts'

const BEGIN = sql('begin')([])
const NOW = sql("select date_trunc('milliseconds', clock_timestamp()) as now")([])
const COMMIT = sql('commit')([])
const ROLLBACK = sql('rollback')([])

/** Runs what belongs to no clinic in one transaction, all or nothing. The login of the pool decides what it may touch. */
export async function onPlatform<Value>(pool: pg.Pool, run: (tx: PlatformTx) => Promise<Value>): Promise<Value> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await send(client, BEGIN)
    const [begun] = (await send(client, NOW)).rows
    const value = await run(platformTx(client, String(begun?.now)))
    const { command } = await send(client, COMMIT)
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back.')
    return value
  } catch (error) {
    await send(client, ROLLBACK).catch(failure => {
      broken = failure
    })
    throw refusalOf(error)
  } finally {
    client.release(broken)
  }
}

function platformTx(client: pg.PoolClient, now: string): PlatformTx {
  const run = async <Output>(statement: Statement) => (await send(client, statement)).rows as Output[]
  const { rows, row, sql } = recordAccess(run, '', now)
  return { now, rows, row, sql }
}
