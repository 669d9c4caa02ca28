import type pg from 'pg'
import { asDatabaseError } from './database-errors.ts'
import type { Driver, SharedConnections, SharedReaders, TransactionPool } from './driver.ts'
import { READER_SESSION } from './pool.ts'
import { MOST_PREPARED, type Statement } from './statement.ts'
import { type CommandResult, reportPool, type Send, transactionPool } from './transaction-pool.ts'

/**
 * The driver on `pg` alone: every statement is a round trip of its own on a connection of a pool, and a transaction is
 * BEGIN, statements, COMMIT. Nothing is shared, merged or sent ahead. It guarantees what `driver.ts` says and is slower.
 */
export const plainDriver: Driver = {
  readers: (url, name, size) =>
    sharedReaders(transactionPool({ url, name, size, waitMs: SHARED_WAIT_MS, settings: READER_SESSION }, oneByOne)),
  connections: (url, name, size, settings = '') =>
    sharedConnections(transactionPool({ url, name, size, waitMs: SHARED_WAIT_MS, settings }, oneByOne)),
  transactions: (url, name, size, waitMs) => transactionPool({ url, name, size, waitMs }, oneByOne),
  reports: (url, name, size) => reportPool({ url, name, size }, oneByOne),
}

/** As long as the longest statement may keep the only connection. */
const SHARED_WAIT_MS = 15_000

const sharedReaders = (pool: TransactionPool): SharedReaders => ({
  run: async <Found>(opening: Statement, statement: Statement<Found>) =>
    (await inTransaction(pool, [opening, statement])).at(-1)?.rows as Found[],
  close: () => pool.close(),
})

const sharedConnections = (pool: TransactionPool): SharedConnections => ({
  run: async <Found>(...statements: [...Statement[], Statement<Found>]) =>
    (await inTransaction(pool, statements)).at(-1)?.rows as Found[],
  count: async statement => (await inTransaction(pool, [statement])).at(-1)?.count ?? 0,
  close: () => pool.close(),
})

const inTransaction = (pool: TransactionPool, statements: readonly Statement[]) =>
  pool.withTransaction(async connection => {
    // A single statement is a transaction of its own.
    if (statements.length === 1) return connection.send(statements)
    await connection.begin([])
    return connection.commit(statements)
  })

/** Each statement when the one before has been answered, those of earlier calls first. */
function oneByOne(client: pg.ClientBase): Send {
  let turn: Promise<unknown> = Promise.resolve()
  return statements => {
    const results = turn.then(() => allOf(client, statements))
    turn = results.catch(() => undefined)
    return results
  }
}

async function allOf(client: pg.ClientBase, statements: readonly Statement[]) {
  const results: CommandResult[] = []
  for (const { name, text, values } of statements) {
    const query = { ...(isPrepared(client, name) && { name }), text, values: [...values] }
    const { rows, rowCount, command } = await client.query(query).catch(asThrown)
    results.push({ rows, count: rowCount ?? 0, command })
  }
  return results
}

const prepared = new WeakMap<pg.ClientBase, Set<string>>()

/** Whether a connection keeps the statement prepared: the first that come, up to a bound. */
function isPrepared(client: pg.ClientBase, name: string): boolean {
  const names = prepared.get(client) ?? new Set()
  prepared.set(client, names)
  if (names.size < MOST_PREPARED) names.add(name)
  return names.has(name)
}

/** A value that cannot be sent is the caller's error; all that the server has not said itself means that no answer came. */
const asThrown = (error: unknown): never => {
  throw error instanceof TypeError ? error : asDatabaseError(error)
}
