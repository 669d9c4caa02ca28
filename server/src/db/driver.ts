import type { SessionSettings } from './session.ts'
import type { Statement } from './statement.ts'

/**
 * All that the product asks of PostgreSQL outside of migrations. There are two drivers behind this interface, chosen by
 * DATABASE_DRIVER: `pipelining/`, which is fast, and `plain-driver.ts`, which is `pg` alone. Whatever is said here holds
 * for both, and `driver.test.ts` proves it for both.
 *
 * Every method fails with DatabaseUnreachable when no answer came, else with the error as the server gave it. Statements
 * that a migration made out of date are prepared anew, and the caller does not notice.
 */
export interface Driver {
  /** Opens `count` read-only connections for single readings. Connections are made when first needed. */
  readers(url: string, name: string, count: number): SharedReaders
  /** Opens `count` connections for statements that stand alone; `settings` are those of the session. */
  connections(url: string, name: string, count: number, settings?: SessionSettings): SharedConnections
  /** Opens up to `size` connections for transactions that write; a caller waits for one no longer than `waitMs`. */
  transactions(url: string, name: string, size: number, waitMs?: number): TransactionPool
  /** Opens up to `size` connections for transactions that only read, may take long and see everything as of one instant. */
  reports(url: string, name: string, size: number): TransactionPool
}

/** A row as the server answers it, by the names of its columns, with the types of `types.ts`. */
export type Row = Record<string, unknown>

export interface Result {
  rows: Row[]
  /** How many rows it answered, inserted, changed or deleted. */
  count: number
}

/** A few read-only connections that all requests share. */
export interface SharedReaders {
  /**
   * Runs a statement in one transaction behind its `opening`, which sets all that the statement depends on, such as its
   * clinic; answers its rows. Nothing of the opening reaches another reading.
   */
  run<Found>(opening: Statement, statement: Statement<Found>): Promise<Found[]>
  close(): Promise<void>
}

/** A few connections that all requests share, for what is one transaction from the start. */
export interface SharedConnections {
  /** Runs the statements as one transaction; answers the last one's rows. */
  run<Found>(...statements: [...Statement[], Statement<Found>]): Promise<Found[]>
  /** Runs a statement; answers how many rows it inserted, changed or deleted. */
  count(statement: Statement): Promise<number>
  close(): Promise<void>
}

/** How many connections of a pool there are, and how many transactions wait for one. */
export interface PoolUsage {
  used: number
  idle: number
  waiting: number
}

/** Connections of which each belongs to one transaction at a time. */
export interface TransactionPool {
  usage(): PoolUsage
  /**
   * Runs one transaction, which `attempt` begins and commits on the connection that it is given; when it throws, all of it
   * is rolled back and the error comes out. `attempt` may run again when nothing of its first run has stayed.
   */
  withTransaction<Value>(attempt: (connection: DedicatedConnection) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/** A connection that no other caller uses for the length of one transaction. Statements run in the order they are sent. */
export interface DedicatedConnection {
  /** Opens the transaction, with its first statements; answers their results. */
  begin(first: readonly Statement[]): Promise<Result[]>
  /** Runs statements within the transaction; answers each one's result. */
  send(statements: readonly Statement[]): Promise<Result[]>
  /**
   * Runs the last statements of the transaction and commits it; answers their results. Throws when the transaction was
   * rolled back instead.
   */
  commit(last?: readonly Statement[]): Promise<Result[]>
}
