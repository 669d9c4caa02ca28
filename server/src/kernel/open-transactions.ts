import type { Driver } from '../db/driver.ts'
import { findClinic } from './find-clinic.ts'
import { onPlatform } from './platform.ts'
import type { Traceable } from './traceable.ts'
import { transactions } from './transactions.ts'
import type { PlatformTx } from './tx.ts'
import type { SecretBox } from './values/secret-box.ts'

const WRITERS = 4

/**
 * Transactions outside of requests: jobs, operators' commands, demo data, tests. Few connections, opened when needed.
 * `directUrl` leads past a pooler: what an open transaction waits for must not wait for a connection that it holds itself.
 */
export function openTransactions(
  driver: Driver,
  url: string,
  name: string,
  box: SecretBox,
  { directUrl = url, traceparent }: { directUrl?: string } & Traceable = {},
) {
  const pools = {
    readers: driver.readers(url, `${name} reads`, 1),
    counters: driver.connections(directUrl, `${name} counters`, 1),
    writers: driver.transactions(url, `${name} writes`, WRITERS),
    reporters: driver.reports(url, `${name} reports`, 1),
  }
  return {
    ...transactions({ ...pools, box, traceparent }),
    /** Runs what belongs to no clinic in one transaction. */
    platform: <Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value> => onPlatform(pools.writers, run),
    /** A clinic by its id. */
    clinic: findClinic(pools.readers),
    async close(): Promise<void> {
      await Promise.all(Object.values(pools).map(pool => pool.close()))
    },
  }
}

export type OpenTransactions = ReturnType<typeof openTransactions>
