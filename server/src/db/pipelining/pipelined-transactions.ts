import type pg from 'pg'
import { isInFailedTransaction, isOutdatedStatement } from '../database-errors.ts'
import type { DedicatedConnection, Result, TransactionPool } from '../driver.ts'
import { closePool, takeConnection } from '../pool.ts'
import { type Statement, sql } from '../statement.ts'
import { insertTogether } from './insert-together.ts'
import type { GroupResult } from './message-group.ts'
import { type Ready, ready } from './ready-statement.ts'
import { sendGroup, sendPrepared, writeTogether } from './send-group.ts'
import { isSwitchedOff } from './switched-off.ts'

const COMMIT = sql('commit')([])
const ROLLBACK = sql('rollback')([])
const handsOver = !isSwitchedOff('commit-handover')

/** The transaction that had the connection before has failed after it was passed on: nothing has begun. */
class NotBegun extends Error {}

/**
 * Transactions, each on a connection of the pool that is its own from BEGIN until COMMIT is sent.
 *
 * Where other callers wait for a connection, one is passed on when the commit has been sent: what the next transaction
 * begins with leaves in the same packet, which saves both sides a packet and PostgreSQL a rest. Should the commit fail, the
 * next finds that it cannot begin, rolls back for both, and begins again. Nothing of one transaction reaches the next.
 */
export const pipelinedTransactions = (pool: pg.Pool, begin: Statement): TransactionPool => ({
  withTransaction: attempt => withTransaction(pool, begin, attempt),
  close: () => closePool(pool),
})

type Attempt<Value> = (connection: DedicatedConnection) => Promise<Value>

async function withTransaction<Value>(pool: pg.Pool, begin: Statement, attempt: Attempt<Value>): Promise<Value> {
  let prepareAnew = true
  for (;;) {
    try {
      return await once(pool, begin, attempt)
    } catch (error) {
      if (error instanceof NotBegun) continue
      // A migration may alter tables while we run: what it made out of date was rolled back and is prepared anew.
      if (!prepareAnew || !isOutdatedStatement(error)) throw error
      prepareAnew = false
    }
  }
}

async function once<Value>(pool: pg.Pool, begin: Statement, attempt: Attempt<Value>): Promise<Value> {
  const connection = new PipelinedTransaction(pool, await takeConnection(pool), begin)
  try {
    return await attempt(connection)
  } catch (error) {
    await connection.rollBack()
    throw error
  } finally {
    connection.release()
  }
}

class PipelinedTransaction implements DedicatedConnection {
  readonly #pool: pg.Pool
  readonly #client: pg.PoolClient
  readonly #begin: Statement
  #isPassedOn = false
  #broken: Error | undefined

  constructor(pool: pg.Pool, client: pg.PoolClient, begin: Statement) {
    this.#pool = pool
    this.#client = client
    this.#begin = begin
  }

  async begin(first: readonly Statement[]): Promise<Result[]> {
    const [, ...results] = await sendGroup(this.#client, [this.#begin, ...first]).catch(error => {
      throw isInFailedTransaction(error) ? new NotBegun() : error
    })
    return results
  }

  send(statements: readonly Statement[]): Promise<Result[]> {
    return sendGroup(this.#client, statements)
  }

  async commit(inserts: readonly Statement[] = [], last: readonly Statement[] = []): Promise<Result[]> {
    const together = insertTogether(inserts)
    // A value that cannot be sent fails here, while the connection is still ours.
    const results = await this.#sendLast([...together, ...last, COMMIT].map(ready))
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
    return results.slice(together.length, -1)
  }

  /** Passed on only to a caller that is there to find out what became of it. */
  #sendLast(statements: readonly Ready[]): Promise<GroupResult[]> {
    if (this.#pool.waitingCount === 0 || !handsOver) return sendPrepared(this.#client, statements)
    this.#isPassedOn = true
    writeTogether(this.#client)
    const answer = sendPrepared(this.#client, statements)
    this.#client.release()
    return answer
  }

  async rollBack(): Promise<void> {
    if (this.#isPassedOn) return
    await sendGroup(this.#client, [ROLLBACK]).catch(error => {
      this.#broken = error
    })
  }

  release(): void {
    if (!this.#isPassedOn) this.#client.release(this.#broken)
  }
}
