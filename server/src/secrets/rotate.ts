import { Client } from 'pg'
import { hasCluster, joinEmbedded } from '../db/embedded.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { openStorage } from '../providers/files/open-storage.ts'
import type { Env } from '../settings/env.ts'
import { masterKeys } from '../settings/master-keys.ts'
import { reseal } from './reseal.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

/**
 * Seals everything anew with the first key of SECRET_KEY, and the keys of files. Put the new key before the old ones,
 * restart, run this, then take the old ones away. The platform may go on running. It runs where the files lie.
 */
export async function rotate(env: Env, print: (line: string) => void): Promise<void> {
  if (!env.DATABASE_URL && !(await hasCluster(env.DATA_DIR))) throw new Error(`there is no database in ${env.DATA_DIR}`)
  const box = secretBox(await masterKeys(env))
  const embedded = env.DATABASE_URL ? undefined : await joinEmbedded({ dataDir: env.DATA_DIR, log: console.error })
  const client = new Client({ connectionString: embedded?.url ?? env.DATABASE_URL, application_name: 'clinic secrets' })
  try {
    await client.connect()
    for (const column of SEALED_COLUMNS) {
      const { table, resealed, current } = await reseal(client, box, column)
      print(`${table}: ${resealed} sealed anew, ${current} were already`)
    }
    const { storage } = openStorage(env, box, () => '')
    const { resealed, current } = await storage.reseal()
    storage.close()
    print(`files: ${resealed} sealed anew, ${current} were already`)
    print('Keys after the first are no longer needed.')
  } finally {
    await client.end()
    await embedded?.stop()
  }
}
