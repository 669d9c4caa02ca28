import type { Driver } from '../db/driver.ts'
import { findClinic } from './find-clinic.ts'
import { onPlatform } from './platform.ts'
import { type Transactions, transactions } from './transactions.ts'
import type { ClinicFacts, PlatformTx } from './tx.ts'
import type { SecretBox } from './values/secret-box.ts'

/** Transactions outside of requests: operators' commands, demo data, tests. Few connections, opened when needed. */
export interface OpenTransactions extends Transactions {
  /** Runs what belongs to no clinic in one transaction. */
  platform<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  /** A clinic by its id. */
  clinic(companyId: string): Promise<ClinicFacts | undefined>
  close(): Promise<void>
}

const WRITERS = 4

export function openTransactions(driver: Driver, url: string, name: string, box: SecretBox): OpenTransactions {
  const readers = driver.readers(url, `${name} reads`, 1)
  const counters = driver.connections(url, `${name} counters`, 1)
  const writers = driver.transactions(url, `${name} writes`, WRITERS)
  const reporters = driver.reports(url, `${name} reports`, 1)
  return {
    ...transactions({ readers, writers, reporters, counters, box }),
    platform: run => onPlatform(writers, run),
    clinic: findClinic(readers),
    async close() {
      await Promise.all([readers.close(), counters.close(), writers.close(), reporters.close()])
    },
  }
}
