import type { Driver } from '../db/driver.ts'
import { type Replica, reportsOf } from '../db/replica.ts'
import type { Control } from '../settings/database-urls.ts'

/** Shared by all requests; see the figures in bench/README.md. */
const READERS = 2
const WRITERS = 16
const REPORTERS = 4
/** Of a cell, where control is. */
const CONTROL_WRITERS = 4

/** The connections of the API process, by what they are for: none waits for what another does. */
export type Connections = ReturnType<typeof openConnections>

interface Elsewhere {
  replica?: Replica | undefined
  control?: Control | undefined
}

/**
 * By `databaseUrl`, which may lead to a pooler, and past it by `directUrl`; heavy readings by a replica where there is one. In a
 * cell, logins, sessions and what assistants are authorized by are where control is.
 */
export function openConnections(
  driver: Driver,
  databaseUrl: string,
  directUrl: string,
  { replica, control }: Elsewhere = {},
) {
  const controlUrl = control?.url ?? databaseUrl
  // What is lost of counters, of whom plugins were shown, of notes on a token's use and of the request log in a crash is
  // not missed; none waits for the disk.
  const unsynced = { synchronous_commit: 'off' }
  const readers = driver.readers(databaseUrl, 'clinic reads', READERS)
  const audits = driver.connections(databaseUrl, 'clinic audit', 1)
  const shown = driver.connections(databaseUrl, 'clinic patients a day', 1, unsynced)
  // Open transactions wait for numbers: behind a pooler they could hold all the connections that those would need.
  const counters = driver.connections(directUrl, 'clinic counters', 1, unsynced)
  const requests = driver.connections(databaseUrl, 'clinic request log', 1, unsynced)
  const logins = driver.connections(controlUrl, 'clinic logins', 1)
  const tokens = driver.connections(controlUrl, 'clinic tokens', 2, unsynced)
  const writers = driver.transactions(databaseUrl, 'clinic writes', WRITERS)
  const reporters = driver.reports(databaseUrl, 'clinic reports', REPORTERS)
  const there = control && {
    readers: driver.readers(control.url, 'clinic control reads', 1),
    writers: driver.transactions(control.url, 'clinic control writes', CONTROL_WRITERS),
  }
  const all = { readers, audits, shown, counters, requests, logins, tokens, writers, reporters }
  const late = replica && {
    replica,
    reports: reportsOf(replica, { there: driver.reports(replica.url, 'clinic reports', REPORTERS), here: reporters }),
  }
  const each = [...Object.values(all), ...Object.values(late ?? {}), ...Object.values(there ?? {})]
  return {
    ...all,
    /** What this cell is called; null where control is. */
    cell: control?.cell ?? null,
    /** Where control is, if that is elsewhere. */
    control: there,
    late,
    close: () => Promise.all(each.map(one => one.close())),
  }
}
