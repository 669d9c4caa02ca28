import type { Driver } from '../driver.ts'
import { openPool, REPORT_SESSION, REPORT_WAIT_MS } from '../pool.ts'
import { sql } from '../statement.ts'
import { PipelinedConnections } from './pipelined-connections.ts'
import { PipelinedReaders } from './pipelined-readers.ts'
import { pipelinedTransactions } from './pipelined-transactions.ts'

const BEGIN = sql('begin')([])
const BEGIN_REPORT = sql('begin isolation level repeatable read read only')([])

/** The fast driver: statements that wait at the same time share messages, packets and transactions. See README.md. */
export const pipelinedDriver: Driver = {
  readers: (url, name, count) => new PipelinedReaders(url, name, count),
  connections: (url, name, count, settings) => new PipelinedConnections(url, name, count, settings),
  transactions: (url, name, size, waitMs) =>
    pipelinedTransactions(openPool({ url, name, size, waitMs, pipeline: true }), BEGIN),
  reports: (url, name, size) =>
    pipelinedTransactions(
      openPool({ url, name, size, waitMs: REPORT_WAIT_MS, settings: REPORT_SESSION, pipeline: true }),
      BEGIN_REPORT,
    ),
}
