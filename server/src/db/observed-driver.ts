import type { DedicatedConnection, Driver, SharedConnections, SharedReaders, TransactionPool } from './driver.ts'
import { BEGIN, COMMIT, type Operation, operationOf } from './operation.ts'
import type { Statement } from './statement.ts'

/**
 * Is told of every message to the database as it leaves, by what its statements do, and answers what is to be told when its
 * answer is there; nothing where that is of no interest.
 */
export type Observe = (operations: readonly Operation[]) => ((error?: unknown) => void) | undefined

/** The driver, and those who look on. Without any it is the driver itself, which then costs nothing more. */
export const observedDriver = (driver: Driver, ...observers: readonly (Observe | undefined)[]): Driver =>
  observers
    .filter(observe => observe !== undefined)
    .reduce((inner, observe) => observed(inner, watching(observe)), driver)

type Watch = <Value>(operations: readonly Operation[], run: () => Promise<Value>) => Promise<Value>

const watching =
  (observe: Observe): Watch =>
  async (operations, run) => {
    const ended = observe(operations)
    if (!ended) return run()
    try {
      const value = await run()
      ended()
      return value
    } catch (error) {
      ended(error)
      throw error
    }
  }

const all = (statements: readonly Statement[]): Operation[] => statements.map(operationOf)

const observed = (driver: Driver, watch: Watch): Driver => ({
  readers: (...options) => readers(driver.readers(...options), watch),
  connections: (...options) => connections(driver.connections(...options), watch),
  transactions: (...options) => pool(driver.transactions(...options), watch),
  reports: (...options) => pool(driver.reports(...options), watch),
})

const readers = (inner: SharedReaders, watch: Watch): SharedReaders => ({
  run: (opening, statement) => watch([operationOf(statement)], () => inner.run(opening, statement)),
  close: () => inner.close(),
})

const connections = (inner: SharedConnections, watch: Watch): SharedConnections => ({
  run: (...statements) => watch(all(statements), () => inner.run(...statements)),
  count: statement => watch([operationOf(statement)], () => inner.count(statement)),
  close: () => inner.close(),
})

const pool = (inner: TransactionPool, watch: Watch): TransactionPool => ({
  usage: () => inner.usage(),
  withTransaction: attempt => inner.withTransaction(connection => attempt(dedicated(connection, watch))),
  close: () => inner.close(),
})

const dedicated = (inner: DedicatedConnection, watch: Watch): DedicatedConnection => ({
  begin: first => watch([BEGIN, ...all(first)], () => inner.begin(first)),
  send: statements => watch(all(statements), () => inner.send(statements)),
  commit: (last = []) => watch([...all(last), COMMIT], () => inner.commit(last)),
})
