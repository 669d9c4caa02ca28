import type pg from 'pg'
import { isInFailedTransaction, isOutdatedStatement } from '../db/database-errors.ts'
import { type Result, ready, sendGroup, sendPrepared, writeTogether } from '../db/pipelining/send-group.ts'
import { takeConnection } from '../db/pool.ts'
import { type Statement, sql } from '../db/statement.ts'
import { refusalOf } from './constraints.ts'

const BEGIN = sql('begin')([])
const COMMIT = sql('commit')([])
const ROLLBACK = sql('rollback')([])

/** A connection that nobody else uses for the length of one transaction. */
export interface DedicatedConnection {
  client: pg.PoolClient
  /** Sends what is the last of the transaction: whoever waits for a connection may send behind it at once. */
  last<Answer>(send: () => Answer): Answer
}

/** The transaction of who had the connection before has failed after it was passed on: nothing has begun. */
class NotBegun extends Error {}

/** Opens the transaction, with its first statements; answers their results. */
export async function begin(
  { client }: DedicatedConnection,
  first: readonly Statement[],
  how = BEGIN,
): Promise<Result[]> {
  const [, ...results] = await sendGroup(client, [how, ...first]).catch(error => {
    throw isInFailedTransaction(error) ? new NotBegun() : error
  })
  return results
}

/** Sends the last statements of a transaction together with its commit; answers their results. */
export async function commit(own: DedicatedConnection, last: readonly Statement[] = []): Promise<Result[]> {
  // A value that cannot be sent fails here, while the connection is still ours.
  const statements = [...last, COMMIT].map(ready)
  const results = await own.last(() => sendPrepared(own.client, statements))
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
  if (results.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
  return results
}

/**
 * Runs one transaction on a connection of the pool. `attempt` begins and commits it; when it throws, everything is rolled
 * back and the error comes out as the refusal that it stands for.
 *
 * Where others wait for a connection, one is passed on when the commit has been sent: what the next transaction begins
 * with leaves in the same packet, which saves both sides a packet and PostgreSQL a rest. Should the commit fail, the next
 * finds that it cannot begin, rolls back for both, and begins again.
 */
export async function withTransaction<Value>(
  pool: pg.Pool,
  attempt: (own: DedicatedConnection) => Promise<Value>,
): Promise<Value> {
  let prepareAnew = true
  for (;;) {
    try {
      return await once(pool, attempt)
    } catch (error) {
      if (error instanceof NotBegun) continue
      // A migration may alter tables while we run: what it made out of date was rolled back and is prepared anew.
      if (!prepareAnew || !isOutdatedStatement(error)) throw refusalOf(error)
      prepareAnew = false
    }
  }
}

async function once<Value>(pool: pg.Pool, attempt: (own: DedicatedConnection) => Promise<Value>): Promise<Value> {
  const client = await takeConnection(pool)
  let isOwn = true
  let broken: Error | undefined
  const last = <Answer>(send: () => Answer): Answer => {
    // Passed on only to somebody who is there to find out what became of it.
    if (pool.waitingCount === 0) return send()
    isOwn = false
    writeTogether(client)
    const answer = send()
    client.release()
    return answer
  }
  try {
    return await attempt({ client, last })
  } catch (error) {
    if (isOwn)
      await sendGroup(client, [ROLLBACK]).catch(failure => {
        broken = failure
      })
    throw error
  } finally {
    if (isOwn) client.release(broken)
  }
}
