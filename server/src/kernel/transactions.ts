import type { Row } from '../db/driver.ts'
import type { Statement } from '../db/statement.ts'
import type { Context } from './context.ts'
import { type ReadDeps, readTransaction } from './read-transaction.ts'
import { type ReportDeps, reportTransaction } from './report-transaction.ts'
import type { Tx } from './tx.ts'
import { type WriteDeps, type Written, writeTransaction } from './write-transaction.ts'

/**
 * The only way from a request to a Tx. Each transaction names its clinic for row-level security before anything else, and
 * refuses a grant that is no longer current. What the database refuses comes out as the refusal that it stands for.
 */
export interface Transactions {
  /** Runs statements that stand alone, on connections that all requests share. */
  read<Value>(context: Context, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** Reads what may take long without keeping other requests waiting, and all of it as it was at one instant. */
  report<Value>(context: Context, run: (tx: Tx) => Promise<Value>): Promise<Value>
  /** Opens with `begin` (one of whose columns is `now`), runs with what that answered, and commits all or nothing. */
  write<Value>(
    context: Context,
    run: (tx: Tx, begun: Row) => Promise<Written<Value>>,
    begin?: readonly Statement[],
  ): Promise<Value>
}

export const transactions = (deps: ReadDeps & ReportDeps & WriteDeps): Transactions => ({
  read: (context, run) => readTransaction(deps, context, run),
  report: (context, run) => reportTransaction(deps, context, run),
  write: (context, run, begin) => writeTransaction(deps, context, run, begin),
})
