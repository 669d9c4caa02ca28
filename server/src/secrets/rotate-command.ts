import { Client } from 'pg'
import { hasCluster, joinEmbedded } from '../db/embedded.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { readEnv } from '../settings/env.ts'
import { masterKeys } from '../settings/master-keys.ts'
import { reseal } from './reseal.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

/**
 * `npm run secrets:rotate`: seals everything anew with the first key of SECRET_KEY. Put the new key before the old ones,
 * restart, run this, then take the old ones away. The platform may go on running.
 */
async function rotate(): Promise<void> {
  const env = readEnv(process.env)
  if (!env.DATABASE_URL && !(await hasCluster(env.DATA_DIR))) throw new Error(`there is no database in ${env.DATA_DIR}`)
  const box = secretBox(await masterKeys(env))
  const embedded = env.DATABASE_URL ? undefined : await joinEmbedded({ dataDir: env.DATA_DIR, log: console.error })
  const client = new Client({ connectionString: embedded?.url ?? env.DATABASE_URL, application_name: 'clinic secrets' })
  try {
    await client.connect()
    for (const column of SEALED_COLUMNS) {
      const { table, resealed, current } = await reseal(client, box, column)
      console.log(`${table}: ${resealed} sealed anew, ${current} were already`)
    }
    console.log('Keys after the first are no longer needed.')
  } finally {
    await client.end()
    await embedded?.stop()
  }
}

await rotate().catch((error: unknown) => {
  console.error(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
})
