import type pg from 'pg'
import { asDatabaseError, isOutdatedStatement } from './database-errors.ts'
import type {
  DedicatedConnection,
  Driver,
  Result,
  SharedConnections,
  SharedReaders,
  TransactionPool,
} from './driver.ts'
import { closePool, openPool, READER_SESSION, REPORT_SESSION, REPORT_WAIT_MS, takeConnection } from './pool.ts'
import { type Statement, sql } from './statement.ts'

/**
 * The driver on `pg` alone: every statement is a round trip of its own on a connection of a pool, and a transaction is
 * BEGIN, statements, COMMIT. Nothing is shared, merged or sent ahead. It guarantees what `driver.ts` says and is slower.
 */
export const plainDriver: Driver = {
  readers: (url, name, size) =>
    sharedReaders(openPool({ url, name, size, waitMs: SHARED_WAIT_MS, settings: READER_SESSION })),
  connections: (url, name, size, settings = '') =>
    sharedConnections(openPool({ url, name, size, waitMs: SHARED_WAIT_MS, settings })),
  transactions: (url, name, size, waitMs) => transactionPool(openPool({ url, name, size, waitMs }), BEGIN),
  reports: (url, name, size) =>
    transactionPool(openPool({ url, name, size, waitMs: REPORT_WAIT_MS, settings: REPORT_SESSION }), BEGIN_REPORT),
}

/** As long as the longest statement may keep the only connection. */
const SHARED_WAIT_MS = 15_000

const BEGIN = sql('begin')([])
const BEGIN_REPORT = sql('begin isolation level repeatable read read only')([])
const COMMIT = sql('commit')([])
const ROLLBACK = sql('rollback')([])

const sharedReaders = (pool: pg.Pool): SharedReaders => ({
  run: async <Found>(opening: Statement, statement: Statement<Found>) =>
    (await inTransaction(pool, [opening, statement])).at(-1)?.rows as Found[],
  close: () => closePool(pool),
})

const sharedConnections = (pool: pg.Pool): SharedConnections => ({
  run: async <Found>(...statements: [...Statement[], Statement<Found>]) =>
    (await inTransaction(pool, statements)).at(-1)?.rows as Found[],
  count: async statement => (await inTransaction(pool, [statement])).at(-1)?.count ?? 0,
  close: () => closePool(pool),
})

const inTransaction = (pool: pg.Pool, statements: readonly Statement[]): Promise<Result[]> =>
  withTransaction(pool, BEGIN, async connection => {
    // A single statement is a transaction of its own.
    if (statements.length === 1) return connection.send(statements)
    await connection.begin([])
    return connection.commit([], statements)
  })

const transactionPool = (pool: pg.Pool, begin: Statement): TransactionPool => ({
  withTransaction: attempt => withTransaction(pool, begin, attempt),
  close: () => closePool(pool),
})

async function withTransaction<Value>(
  pool: pg.Pool,
  begin: Statement,
  attempt: (connection: DedicatedConnection) => Promise<Value>,
): Promise<Value> {
  for (let outdated = 0; ; outdated++) {
    const client = await takeConnection(pool)
    const connection = dedicated(client, begin)
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

function dedicated(client: pg.ClientBase, begin: Statement): DedicatedConnection {
  let turn: Promise<unknown> = Promise.resolve()
  const send = (statements: readonly Statement[]) => {
    const results = turn.then(() => allOf(client, statements))
    turn = results.catch(() => undefined)
    return results
  }
  return {
    begin: async first => (await send([begin, ...first])).slice(1),
    send,
    async commit(inserts = [], last = []) {
      const results = await send([...inserts, ...last, COMMIT])
      // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
      if (results.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
      return results.slice(inserts.length, -1)
    },
  }
}

async function allOf(client: pg.ClientBase, statements: readonly Statement[]) {
  const results: (Result & { command: string })[] = []
  for (const { name, text, values } of statements) {
    const { rows, rowCount, command } = await client.query({ name, text, values: [...values] }).catch(asThrown)
    results.push({ rows, count: rowCount ?? 0, command })
  }
  return results
}

/** A value that cannot be sent is the caller's error; all that the server has not said itself means that no answer came. */
const asThrown = (error: unknown): never => {
  throw error instanceof TypeError ? error : asDatabaseError(error)
}
