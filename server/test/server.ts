import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/db/embedded.ts'

/** Tests lose nothing with the machine, so nothing waits for the disk. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' }

/** Runs against `TEST_DATABASE_URL` when it is set, else against a server of its own that is gone afterwards. */
export async function withServer<T>(use: (ownerUrl: string) => Promise<T>): Promise<T> {
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return use(TEST_DATABASE_URL)
  const folder = await mkdtemp(join(tmpdir(), `clinic-test-${process.pid}-`))
  // PostgreSQL, which is not root even when we are, must be able to enter; its own folder inside stays closed.
  await chmod(folder, 0o755)
  try {
    const database = await startEmbedded({ dataDir: folder, log: () => {}, settings: SETTINGS })
    return await use(database.url).finally(() => database.stop())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
