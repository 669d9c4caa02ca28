import { chmod, lstat, mkdtemp, readdir, realpath, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningPostmaster, shutDown } from './embedded/postmaster.ts'
import { isAlive } from './embedded/process.ts'
import { startEmbedded } from './embedded.ts'

/** It loses nothing with the machine, so nothing waits for the disk. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '512MB' }

const PREFIX = 'clinic-scratch-'
const ABANDONED_MS = 3_600_000
const MEMORY_FOLDER = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

/** Runs something against an empty embedded server in a temporary folder; nothing of it stays, however it ends. */
export async function withScratchServer<T>(use: (ownerUrl: string) => Promise<T>): Promise<T> {
  const folder = await scratchFolder()
  try {
    const database = await startEmbedded({ dataDir: folder, log: () => {}, settings: SETTINGS })
    return await use(database.url).finally(() => database.stop())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * A new temporary folder, in memory where there is room: a database is a thousand small files, which many disks take
 * half a second to make.
 */
export async function scratchFolder(): Promise<string> {
  const parent = await realpath((await hasRoom(MEMORY_FOLDER)) ? MEMORY_FOLDER : tmpdir())
  await removeAbandoned(parent)
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  // PostgreSQL, which is not root even when we are, must be able to enter; its own folder inside stays closed.
  await chmod(folder, 0o755)
  return folder
}

/** Whoever sets TMPDIR has chosen. */
async function hasRoom(folder: string): Promise<boolean> {
  if (process.env.TMPDIR) return false
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= ROOM_BYTES,
    () => false,
  )
}

/** What a run that was killed left behind. Another user's is none of our business. */
async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter(name => name.startsWith(PREFIX))
  const dead = names.filter(name => !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
  for (const name of dead) await remove(join(parent, name)).catch(() => {})
}

/** A folder without a server may be that of a container whose processes we do not see, so it must be old as well. */
async function remove(folder: string): Promise<void> {
  const { uid, mtimeMs } = await lstat(folder)
  if (uid !== process.getuid?.()) return
  const cluster = join(folder, 'postgres')
  const running = await runningPostmaster(cluster)
  if (running) await shutDown(cluster, running)
  else if (Date.now() - mtimeMs < ABANDONED_MS) return
  await rm(folder, { recursive: true, force: true })
}
