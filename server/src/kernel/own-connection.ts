import type pg from 'pg'
import { isOutdatedStatement } from '../db/database-errors.ts'
import { takeConnection } from '../db/pool.ts'
import { type Result, sendGroup } from '../db/send-group.ts'
import { type Statement, sql } from '../db/statement.ts'
import { refusalOf } from './constraints.ts'

const COMMIT = sql('commit')([])
const ROLLBACK = sql('rollback')([])

/** Sends the last statements of a transaction together with its commit; answers their results. */
export async function commit(client: pg.PoolClient, last: readonly Statement[] = []): Promise<Result[]> {
  const results = await sendGroup(client, [...last, COMMIT])
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
  if (results.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
  return results
}

/**
 * Runs one transaction on a connection of the pool that nobody else uses meanwhile. `attempt` begins and commits it; when
 * it throws, everything is rolled back and the error comes out as the refusal that it stands for.
 */
export async function onOwnConnection<Value>(
  pool: pg.Pool,
  attempt: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await takeConnection(pool).catch(error => Promise.reject(refusalOf(error)))
  let broken: Error | undefined
  const once = () =>
    attempt(client).catch(async error => {
      await sendGroup(client, [ROLLBACK]).catch(failure => {
        broken = failure
      })
      throw error
    })
  try {
    // A migration may alter tables while we run: what it made out of date was rolled back and is prepared anew.
    return await once().catch(error => (isOutdatedStatement(error) ? once() : Promise.reject(error)))
  } catch (error) {
    throw refusalOf(error)
  } finally {
    client.release(broken)
  }
}
