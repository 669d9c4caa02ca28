import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { DRIVERS } from '../db/drivers.ts'
import { hasCluster, joinEmbedded, startEmbedded } from '../db/embedded.ts'
import { pgTypes } from '../db/types.ts'
import { withClient } from '../db/with-client.ts'
import { openTransactions } from '../kernel/open-transactions.ts'
import { type Checked, checkDatabase } from './check-database.ts'
import type { Backup } from './manifest.ts'
import { recordRun } from './record-run.ts'
import { type Restoring, restoreBackup } from './restore-backup.ts'

export interface Drilled extends Checked {
  backup: Backup
}

/** Restores a backup in a folder of its own, looks through what it became, and removes it again. */
export async function drill(options: Omit<Restoring, 'dataDir'> & { scratch?: string | undefined }): Promise<Drilled> {
  const { box, log, scratch = tmpdir() } = options
  const dataDir = await mkdtemp(join(scratch, 'clinic-drill-'))
  try {
    const backup = await restoreBackup({ ...options, dataDir })
    const { url, stop } = await startEmbedded({ dataDir, log })
    return { backup, ...(await checkAt(url, box).finally(stop)) }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Looks through a database as its owner. */
export async function checkAt(url: string, box: Restoring['box']): Promise<Checked> {
  const { platform, close } = openTransactions(DRIVERS.plain, url, 'clinic drill', box)
  const check = (client: Client) => platform(tx => checkDatabase(client, tx, box))
  return withClient(url, check, { types: pgTypes }).finally(close)
}

/** Notes a drill in the database of the platform, where that is on this machine. */
export async function recordDrill(dataDir: string, name: string, faults: number): Promise<void> {
  if (!(await hasCluster(dataDir))) return
  const { url, stop } = await joinEmbedded({ dataDir, log: () => undefined })
  await withClient(url, client => recordRun(client, 'DRILL', name, faults)).finally(stop)
}
