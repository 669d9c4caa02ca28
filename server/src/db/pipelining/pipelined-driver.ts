import type pg from 'pg'
import type { Driver } from '../driver.ts'
import { reportPool, type Send, transactionPool } from '../transaction-pool.ts'
import { PipelinedConnections } from './pipelined-connections.ts'
import { PipelinedReaders } from './pipelined-readers.ts'
import { sendGroup } from './send-group.ts'

/** The fast driver: statements that wait at the same time share messages, packets and transactions. See README.md. */
export const pipelinedDriver: Driver = {
  readers: (url, name, count) => new PipelinedReaders(url, name, count),
  connections: (url, name, count, settings) => new PipelinedConnections(url, name, count, settings),
  transactions: (url, name, size, waitMs) => transactionPool({ url, name, size, waitMs, pipeline: true }, inGroups),
  reports: (url, name, size) => reportPool({ url, name, size, pipeline: true }, inGroups),
}

const inGroups =
  (client: pg.ClientBase): Send =>
  statements =>
    sendGroup(client, statements)
