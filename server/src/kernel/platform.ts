import type pg from 'pg'
import { takeConnection } from '../db/pool.ts'
import { sendGroup } from '../db/send-group.ts'
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
  const client = await takeConnection(pool)
  let broken: Error | undefined
  try {
    const begun = (await sendGroup(client, [BEGIN, NOW])).at(-1)?.rows[0]
    const value = await run(platformTx(client, String(begun?.now)))
    const committed = (await sendGroup(client, [COMMIT])).at(-1)
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
    if (committed?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
    return value
  } catch (error) {
    await sendGroup(client, [ROLLBACK]).catch((failure: Error) => {
      broken = failure
    })
    throw refusalOf(error)
  } finally {
    client.release(broken)
  }
}

function platformTx(client: pg.PoolClient, now: string): PlatformTx {
  const run = async <Output>(statement: Statement) => (await sendGroup(client, [statement])).at(-1)?.rows as Output[]
  const { rows, row, sql } = recordAccess(run, '', now)
  return { now, rows, row, sql }
}
