import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { DatabaseRefusal } from './refusal.ts'

/** `npm run db:migrate`: brings `DATABASE_URL`, else the embedded database under `DATA_DIR`, to this program's schema. */
async function run(): Promise<void> {
  const { DATABASE_URL, DATA_DIR = './data' } = process.env
  const log = (line: string): void => console.log(line)
  if (DATABASE_URL) return migrate(DATABASE_URL, { log })
  const database = await startEmbedded({ dataDir: DATA_DIR, log })
  await migrate(database.url, { log }).finally(() => database.stop())
}

await run().catch((error: unknown) => {
  console.error(error instanceof DatabaseRefusal ? error.message : error)
  process.exitCode = 1
})
