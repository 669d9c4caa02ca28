import { DatabaseRefusal } from '../db/refusal.ts'
import { secretBox } from '../kernel/values/secret-box.ts'
import { openDatabases } from './databases.ts'
import { readEnv } from './env.ts'
import { masterKeys } from './master-keys.ts'
import { SettingError } from './readers.ts'

/**
 * `npm run db:migrate`: all that a start does to the database and nothing else, as the owner of `DATABASE_URL`, else on the
 * embedded one under `DATA_DIR`: the schema, what is kept how long, and the logins of the processes.
 */
async function run(): Promise<void> {
  const env = readEnv(process.env)
  const box = secretBox(await masterKeys(env))
  const databases = await openDatabases({ ...env, MIGRATE: true }, box, line => console.log(line))
  await databases.stop()
}

await run().catch((error: unknown) => {
  console.error(error instanceof DatabaseRefusal || error instanceof SettingError ? error.message : error)
  process.exitCode = 1
})
