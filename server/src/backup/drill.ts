import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { DRIVERS } from '../db/drivers.ts'
import { hasCluster, joinEmbedded, startEmbedded } from '../db/embedded.ts'
import { pgTypes } from '../db/types.ts'
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
    try {
      return { backup, ...(await checkAt(url, box)) }
    } finally {
      await stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Looks through a database as its owner. */
export async function checkAt(url: string, box: Restoring['box']): Promise<Checked> {
  const client = new Client({ connectionString: url, types: pgTypes })
  const transactions = openTransactions(DRIVERS.plain, url, 'clinic drill', box)
  try {
    await client.connect()
    return await transactions.platform(tx => checkDatabase(client, tx, box))
  } finally {
    await client.end()
    await transactions.close()
  }
}

/** Notes a drill in the database of the platform, where that is on this machine. */
export async function recordDrill(dataDir: string, name: string, faults: number): Promise<void> {
  if (!(await hasCluster(dataDir))) return
  const { url, stop } = await joinEmbedded({ dataDir, log: () => undefined })
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await recordRun(client, 'DRILL', name, faults)
  } finally {
    await client.end()
    await stop()
  }
}
