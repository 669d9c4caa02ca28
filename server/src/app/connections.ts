import type { Driver } from '../db/driver.ts'
import { type Replica, reportsOf } from '../db/replica.ts'

/** Shared by all requests; see the figures in bench/README.md. */
const READERS = 2
const WRITERS = 16
const REPORTERS = 4

/** The connections of the API process, by what they are for: none waits for what another does. */
export type Connections = ReturnType<typeof openConnections>

/** By `databaseUrl`, which may lead to a pooler, and past it by `directUrl`; heavy readings by a replica where there is one. */
export function openConnections(driver: Driver, databaseUrl: string, directUrl: string, replica?: Replica) {
  // What is lost of counters, of whom plugins were shown, of notes on a token's use and of the request log in a crash is
  // not missed; none waits for the disk.
  const unsynced = { synchronous_commit: 'off' }
  const readers = driver.readers(databaseUrl, 'clinic reads', READERS)
  const audits = driver.connections(databaseUrl, 'clinic audit', 1)
  const shown = driver.connections(databaseUrl, 'clinic patients a day', 1, unsynced)
  // Open transactions wait for numbers: behind a pooler they could hold all the connections that those would need.
  const counters = driver.connections(directUrl, 'clinic counters', 1, unsynced)
  const requests = driver.connections(databaseUrl, 'clinic request log', 1, unsynced)
  const logins = driver.connections(databaseUrl, 'clinic logins', 1)
  const tokens = driver.connections(databaseUrl, 'clinic tokens', 2, unsynced)
  const writers = driver.transactions(databaseUrl, 'clinic writes', WRITERS)
  const reporters = driver.reports(databaseUrl, 'clinic reports', REPORTERS)
  const all = { readers, audits, shown, counters, requests, logins, tokens, writers, reporters }
  const late = replica && {
    replica,
    reports: reportsOf(replica, { there: driver.reports(replica.url, 'clinic reports', REPORTERS), here: reporters }),
  }
  const each = [...Object.values(all), ...Object.values(late ?? {})]
  return { ...all, late, close: () => Promise.all(each.map(one => one.close())) }
}
