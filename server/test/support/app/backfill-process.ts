import { mendRows } from '../../../src/jobs/backfill.ts'
import { openTransactions } from '../../../src/kernel/open-transactions.ts'
import { secretBox } from '../../../src/kernel/values/secret-box.ts'
import { driver } from '../database/driver.ts'

/** A program that mends rows of database `argv[2]`, by the login of a worker, as the job does: one that is killed meanwhile. */
const [, , url = ''] = process.argv
const platform = openTransactions(driver, url, 'clinic platform job', secretBox([Buffer.alloc(32)]))
await mendRows({ onPlatform: platform.platform, replicaLagMs: () => undefined })
await platform.close()
