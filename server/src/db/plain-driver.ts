import type pg from 'pg'
import { asDatabaseError, isOutdatedStatement } from './database-errors.ts'
import type { Driver, SharedConnections, SharedReaders, TransactionPool } from './driver.ts'
import { renewTexts, textToPrepare } from './pooled-texts.ts'
import { READER_SESSION, transactionSettings } from './session.ts'
import { MOST_PREPARED, type Statement } from './statement.ts'
import { type CommandResult, reportPool, type Send, transactionPool } from './transaction-pool.ts'

/**
 * The driver on `pg` alone: every statement is a round trip of its own on a connection of a pool, and a transaction is
 * BEGIN, statements, COMMIT. Nothing is shared, merged or sent ahead. It guarantees what `driver.ts` says and is slower.
 */
export const plainDriver: Driver = {
  readers: (url, name, size) =>
    sharedReaders(transactionPool({ url, name, size, waitMs: SHARED_WAIT_MS, settings: READER_SESSION }, oneByOne)),
  connections: (url, name, size, settings = {}) =>
    sharedConnections(
      transactionPool({ url, name, size, waitMs: SHARED_WAIT_MS, settings }, oneByOne),
      transactionSettings(url, settings) !== undefined,
    ),
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

const sharedConnections = (pool: TransactionPool, sets: boolean): SharedConnections => ({
  run: async <Found>(...statements: [...Statement[], Statement<Found>]) =>
    (await inTransaction(pool, statements, sets)).at(-1)?.rows as Found[],
  count: async statement => (await inTransaction(pool, [statement], sets)).at(-1)?.count ?? 0,
  close: () => pool.close(),
})

const inTransaction = (pool: TransactionPool, statements: readonly Statement[], sets = false) =>
  pool.withTransaction(async connection => {
    // A single statement is a transaction of its own, unless something is set for it.
    if (statements.length === 1 && !sets) return connection.send(statements)
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
    const known = preparedText(client, name, text)
    const query = { ...(known === undefined ? { text } : { name, text: known }), values: [...values] }
    const { rows, rowCount, command } = await client.query(query).catch(error => asThrown(client, error))
    results.push({ rows, count: rowCount ?? 0, command })
  }
  return results
}

const prepared = new WeakMap<pg.ClientBase, Map<string, string>>()

/** By which text a connection keeps the statement prepared: the first that come, up to a bound. */
function preparedText(client: pg.ClientBase, name: string, text: string): string | undefined {
  const texts = prepared.get(client) ?? new Map<string, string>()
  prepared.set(client, texts)
  if (!texts.has(name) && texts.size < MOST_PREPARED) texts.set(name, textToPrepare(connectionOf(client), text))
  return texts.get(name)
}

// pg publishes no type for this.
const connectionOf = (client: pg.ClientBase) => (client as pg.ClientBase & { connection: object }).connection

/** A value that cannot be sent is the caller's error; all that the server has not said itself means that no answer came. */
const asThrown = (client: pg.ClientBase, error: unknown): never => {
  if (isOutdatedStatement(error)) renewTexts(connectionOf(client))
  throw error instanceof TypeError ? error : asDatabaseError(error)
}
