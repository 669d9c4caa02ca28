import pg from 'pg'
import { DatabaseUnreachable } from './database-errors.ts'
import type { Driver, SharedReaders, TransactionPool } from './driver.ts'
import { urlAt } from './session.ts'
import { sql } from './statement.ts'

/** A server that follows the primary by streaming replication, as far as it may be read from. */
export interface Replica {
  /** By the login of who asked for it. */
  url: string
  /** At most how far it is behind the primary, in milliseconds; undefined while that is not known. */
  lagMs(): number | undefined
  /** Whether it is near enough to be read from. */
  isFresh(): boolean
  /** It is not read from until it has been asked again. */
  distrust(): void
  close(): Promise<void>
}

interface Watch {
  /** The primary. */
  databaseUrl: string
  /** Of the replica, without a login; empty where there is none. */
  replicaUrl: string
  /** A replica that is further behind is not read from. */
  maxLagMs: number
}

const EVERY_MS = 1_000
/** How many places in the primary's log are remembered while the replica does not come to any: longer than it may be behind. */
const MOST_MARKS = 600

/** Places in the write-ahead log are counted in bytes; the identifier is the cluster's, and a copy has it from its origin. */
const whereIs = (lsn: string) =>
  sql<{ cluster: string; bytes: number | null }>(
    `select (select system_identifier::text from pg_control_system()) as cluster, (${lsn} - '0/0')::float8 as bytes`,
  )([])
const written = whereIs('pg_current_wal_lsn()')
/** Null of a server that is no replica. */
const replayed = whereIs('pg_last_wal_replay_lsn()')

/**
 * Asks primary and replica each second how far they are: the replica is as far behind as it is long ago that the primary
 * was where the replica has come to. Nothing is written for it, and an idle primary is not taken for a late replica.
 */
export function watchReplica(driver: Driver, { databaseUrl, replicaUrl, maxLagMs }: Watch): Replica | undefined {
  if (replicaUrl === '') return undefined
  const url = urlAt(replicaUrl, databaseUrl).href
  const primary = driver.connections(databaseUrl, 'clinic replica watch', 1)
  const replica = driver.connections(url, 'clinic replica watch', 1)
  let marks: { at: number; bytes: number }[] = []
  let reachedAt: number | undefined
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    const at = performance.now()
    const [ahead] = await primary.run(written)
    const [behind] = await replica.run(replayed)
    if (!ahead || !behind || ahead.cluster !== behind.cluster) return
    const come = behind.bytes ?? -1
    marks = [...marks.slice(-MOST_MARKS), { at, bytes: ahead.bytes ?? 0 }]
    const reached = marks.findLast(({ bytes }) => bytes <= come)
    if (!reached) return
    reachedAt = reached.at
    marks = marks.filter(mark => mark.at >= reached.at)
  }
  const again = (): void => {
    looking = look().catch(distrust)
    void looking.then(() => {
      timer = timer && setTimeout(again, EVERY_MS).unref()
    })
  }
  const distrust = (): void => {
    reachedAt = undefined
  }
  const lagMs = () => reachedAt && performance.now() - reachedAt
  timer = setTimeout(again).unref()
  return {
    url,
    lagMs,
    isFresh: () => (lagMs() ?? Number.POSITIVE_INFINITY) <= maxLagMs,
    distrust,
    async close() {
      clearTimeout(timer)
      timer = undefined
      await looking
      await Promise.all([primary.close(), replica.close()])
    },
  }
}

const QUERY_CANCELED = '57014'
const isDatabases = (error: unknown) => error instanceof pg.DatabaseError || error instanceof DatabaseUnreachable
const hasTakenLong = (error: unknown) => error instanceof pg.DatabaseError && error.code === QUERY_CANCELED

/**
 * Asks the replica where it is fresh, else the primary. What fails there is asked of the primary, too, unless it took too
 * long: a record may not have come yet, a migration neither, and the replica ends readings that are in the way of its log.
 */
async function nearest<Value>(
  replica: Replica,
  there: () => Promise<Value>,
  here: () => Promise<Value>,
): Promise<Value> {
  if (!replica.isFresh()) return here()
  try {
    return await there()
  } catch (error) {
    if (hasTakenLong(error)) throw error
    if (isDatabases(error)) replica.distrust()
    return here()
  }
}

/** Both of a kind: on the replica and on the primary. */
interface Both<Pool> {
  there: Pool
  here: Pool
}

/** Reports from the replica where it is fresh. The pool on the primary stays its opener's to close. */
export const reportsOf = (replica: Replica, { there, here }: Both<TransactionPool>): TransactionPool => ({
  withTransaction: attempt =>
    nearest(
      replica,
      () => there.withTransaction(attempt),
      () => here.withTransaction(attempt),
    ),
  usage: there.usage,
  close: there.close,
})

/** Single readings from the replica where it is fresh. */
export const readersOf = (replica: Replica, { there, here }: Both<SharedReaders>): SharedReaders => ({
  run: (opening, statement) =>
    nearest(
      replica,
      () => there.run(opening, statement),
      () => here.run(opening, statement),
    ),
  close: async () => void (await Promise.all([there.close(), here.close()])),
})
