import type pg from 'pg'
import { sendGroup } from '../db/pipelining/send-group.ts'
import { type Statement, sql } from '../db/statement.ts'
import { begin, commit, withTransaction } from './dedicated-connection.ts'
import type { PlatformTx } from './tx.ts'

const NOW = sql("select date_trunc('milliseconds', clock_timestamp()) as now")([])

/** Runs what belongs to no clinic in one transaction, all or nothing. The login of the pool decides what it may touch. */
export const onPlatform = <Value>(pool: pg.Pool, run: (tx: PlatformTx) => Promise<Value>): Promise<Value> =>
  withTransaction(pool, async own => {
    const [begun] = await begin(own, [NOW])
    const value = await run(platformTx(own.client, String(begun?.rows[0]?.now)))
    await commit(own)
    return value
  })

function platformTx(client: pg.PoolClient, now: string): PlatformTx {
  const run = async <Row>(statement: Statement<Row>) => (await sendGroup(client, [statement])).at(-1)?.rows as Row[]
  return { now, sql: run }
}
