import type pg from 'pg'
import { isOutdatedStatement } from './database-errors.ts'
import type { DedicatedConnection, Result, TransactionPool } from './driver.ts'
import { closePool, openPool, type PoolOptions, REPORT_WAIT_MS, takeConnection } from './pool.ts'
import { REPORT_SESSION, transactionSettings } from './session.ts'
import { type Statement, sql } from './statement.ts'

export interface CommandResult extends Result {
  /** The command as the server names it: SELECT, COMMIT, ROLLBACK … */
  command: string
}

/** Sends statements on a connection, in the order of the calls; answers each one's result, or rejects with the first error. */
export type Send = (statements: readonly Statement[]) => Promise<CommandResult[]>
/** How a driver sends on a connection of its pools. */
export type Sender = (client: pg.ClientBase) => Send

const BEGIN = sql('begin')([])
const BEGIN_REPORT = sql('begin isolation level repeatable read read only')([])
const COMMIT = sql('commit')([])
const ROLLBACK = sql('rollback')([])

/** Transactions, each on a connection that is its own. BEGIN goes with the first statements, COMMIT with the last. */
export const transactionPool = (options: PoolOptions, sender: Sender, begin = BEGIN): TransactionPool => {
  const pool = openPool(options)
  const settings = transactionSettings(options.url, options.settings ?? {})
  const opening = settings ? [begin, settings] : [begin]
  return {
    withTransaction: attempt => withTransaction(pool, sender, opening, attempt),
    usage: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => closePool(pool),
  }
}

export const reportPool = (options: PoolOptions, sender: Sender): TransactionPool =>
  transactionPool({ ...options, waitMs: REPORT_WAIT_MS, settings: REPORT_SESSION }, sender, BEGIN_REPORT)

async function withTransaction<Value>(
  pool: pg.Pool,
  sender: Sender,
  opening: readonly Statement[],
  attempt: (connection: DedicatedConnection) => Promise<Value>,
): Promise<Value> {
  for (let outdated = 0; ; outdated++) {
    const client = await takeConnection(pool)
    const connection = dedicated(sender(client), opening)
    let drop = false
    try {
      return await attempt(connection)
    } catch (error) {
      // Connections whose statements are out of date are dropped one by one, until a new one prepares them anew.
      const again = isOutdatedStatement(error) && outdated <= pool.options.max
      const rolledBack = await connection.send([ROLLBACK]).then(
        () => true,
        () => false,
      )
      drop = again || !rolledBack
      if (!again) throw error
    } finally {
      client.release(drop)
    }
  }
}

const dedicated = (send: Send, opening: readonly Statement[]): DedicatedConnection => ({
  begin: async first => (await send([...opening, ...first])).slice(opening.length),
  send,
  async commit(last = []) {
    const results = await send([...last, COMMIT])
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
    return results.slice(0, -1)
  },
})
