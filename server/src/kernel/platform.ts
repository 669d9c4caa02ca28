import type { TransactionPool } from '../db/driver.ts'
import { type Statement, sql } from '../db/statement.ts'
import { refusing } from './constraints.ts'
import type { PlatformTx } from './tx.ts'
import { whileOpen } from './while-open.ts'

const NOW = sql("select date_trunc('milliseconds', clock_timestamp()) as now")([])

/** Runs what belongs to no clinic in one transaction, all or nothing. The login of the pool decides what it may touch. */
export const onPlatform = <Value>(pool: TransactionPool, run: (tx: PlatformTx) => Promise<Value>): Promise<Value> =>
  refusing(
    pool.withTransaction(async connection => {
      const [begun] = await connection.begin([NOW])
      const value = await whileOpen(requireOpen => {
        const sql = async <Found>(one: Statement<Found>) => {
          requireOpen()
          return (await connection.send([one])).at(-1)?.rows as Found[]
        }
        return run({ now: String(begun?.rows[0]?.now), sql })
      })
      await connection.commit()
      return value
    }),
  )
