import type { DedicatedConnection, TransactionPool } from '../db/driver.ts'
import { type Statement, sql } from '../db/statement.ts'
import { refusing } from './constraints.ts'
import type { PlatformTx } from './tx.ts'

const NOW = sql("select date_trunc('milliseconds', clock_timestamp()) as now")([])

/** Runs what belongs to no clinic in one transaction, all or nothing. The login of the pool decides what it may touch. */
export const onPlatform = <Value>(pool: TransactionPool, run: (tx: PlatformTx) => Promise<Value>): Promise<Value> =>
  refusing(
    pool.withTransaction(async connection => {
      const [begun] = await connection.begin([NOW])
      const value = await run(platformTx(connection, String(begun?.rows[0]?.now)))
      await connection.commit()
      return value
    }),
  )

function platformTx(connection: DedicatedConnection, now: string): PlatformTx {
  const sql = async <Found>(statement: Statement<Found>) => (await connection.send([statement])).at(-1)?.rows as Found[]
  return { now, sql }
}
