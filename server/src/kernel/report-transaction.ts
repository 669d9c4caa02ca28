import type { TransactionPool } from '../db/driver.ts'
import type { Statement } from '../db/statement.ts'
import { refusing } from './constraints.ts'
import type { Context } from './context.ts'
import { beginDelta, nameClinicUnderVersion } from './name-clinic.ts'
import { readTx, type TxDeps } from './read-tx.ts'
import type { Tx } from './tx.ts'

export interface ReportDeps extends TxDeps {
  reporters: TransactionPool
}

/** All statements of `run` see the clinic as of one instant, on a connection that no other request waits for. */
export const reportTransaction = <Value>(
  deps: ReportDeps,
  context: Context,
  run: (tx: Tx) => Promise<Value>,
): Promise<Value> =>
  refusing(
    deps.reporters.withTransaction(async connection => {
      const { clinic, grantVersion = null } = context
      await connection.begin([nameClinicUnderVersion([clinic.id, grantVersion])])
      const rows = async <Found>(...statements: [...Statement[], Statement<Found>]) =>
        (await connection.send(statements)).at(-1)?.rows as Found[]
      const tx = readTx(context, deps, { run: rows, delta: one => rows(beginDelta([clinic.id, null]), one) })
      const value = await run(tx)
      await connection.commit()
      return value
    }),
  )
