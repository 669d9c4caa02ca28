import { SharedConnections } from '../db/pipelining/shared-connections.ts'
import { SharedReaders } from '../db/pipelining/shared-readers.ts'
import { reportPool, transactionPool } from '../db/pool.ts'

/** Shared by all requests; see the figures in bench/README.md. */
const READERS = 2
const WRITERS = 16
const REPORTERS = 4

/** The connections of the API process, by what they are for: none waits for what another does. */
export type Connections = ReturnType<typeof openConnections>

export function openConnections(databaseUrl: string) {
  // What is lost of counters and of notes on a token's use in a crash is not missed; neither waits for the disk.
  const unsynced = '-c synchronous_commit=off'
  const readers = new SharedReaders(databaseUrl, 'clinic reads', READERS)
  const audits = new SharedConnections(databaseUrl, 'clinic audit', 1)
  const counters = new SharedConnections(databaseUrl, 'clinic counters', 1, unsynced)
  const logins = new SharedConnections(databaseUrl, 'clinic logins', 1)
  const tokens = new SharedConnections(databaseUrl, 'clinic tokens', 2, unsynced)
  const writers = transactionPool(databaseUrl, 'clinic writes', WRITERS)
  const reporters = reportPool(databaseUrl, 'clinic reports', REPORTERS)
  const shared = [readers, audits, counters, logins, tokens]
  return {
    ...{ readers, audits, counters, logins, tokens, writers, reporters },
    close: async () => {
      await Promise.all([...shared.map(one => one.close()), writers.end(), reporters.end()])
    },
  }
}
