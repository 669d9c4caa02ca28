import type { Driver } from '../../../src/db/driver.ts'
import { DRIVERS } from '../../../src/db/drivers.ts'
import { pooledUrl } from '../../../src/db/session.ts'
import { readEnv } from '../../../src/settings/env.ts'

const { TEST_DATABASE_URL = '', TEST_POOL_URL = '', TEST_REPORT_DATABASE_URL = '' } = process.env

/** The driver under which tests run: `DATABASE_DRIVER=plain npm test` runs them all on the plain one. */
export const DATABASE_DRIVER = process.env.DATABASE_DRIVER ?? ''

/**
 * The settings by which what is tested comes to a database: the driver, and the pooler and the replica of the run, which are
 * those of the server that the runner started and of no other.
 */
export function wayTo(url: string) {
  // A process is given no address of what it does not use.
  const isOfRun = url !== '' && URL.parse(TEST_DATABASE_URL)?.host === new URL(url).host
  const servers = { POOL_URL: TEST_POOL_URL, REPORT_DATABASE_URL: TEST_REPORT_DATABASE_URL }
  return { DATABASE_DRIVER, ...(isOfRun ? servers : { POOL_URL: '', REPORT_DATABASE_URL: '' }) }
}

/** The address by which that is pooled, where the run has a pooler. */
export const pooled = (url: string): string => pooledUrl(url, wayTo(url).POOL_URL)

/** Past any pooler. */
export const directDriver = DRIVERS[readEnv({ DATABASE_DRIVER }).DATABASE_DRIVER]

export const driver: Driver = {
  readers: (url, ...of) => directDriver.readers(pooled(url), ...of),
  connections: (url, ...of) => directDriver.connections(pooled(url), ...of),
  transactions: (url, ...of) => directDriver.transactions(pooled(url), ...of),
  reports: (url, ...of) => directDriver.reports(pooled(url), ...of),
}
