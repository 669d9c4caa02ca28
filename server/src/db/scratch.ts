import { constants } from 'node:fs'
import { access, chmod, glob, lstat, mkdir, mkdtemp, readdir, realpath, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runningPostmaster, shutDown } from './embedded/postmaster.ts'
import { isAlive } from './embedded/process.ts'
import { startEmbedded } from './embedded.ts'

/** It loses nothing with the machine, so nothing waits for the disk; and nothing lies outside its folder. */
export const SCRATCH_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '512MB',
  dynamic_shared_memory_type: 'mmap',
}

const PREFIX = 'clinic-scratch-'
const ABANDONED_MS = 600_000
const MEMORY_FOLDER = '/dev/shm'
const ROOM_BYTES = 4 * 2 ** 30

export interface Scratch {
  /** Of a superuser, to an empty database. */
  ownerUrl: string
  /** Of the server. */
  dataDir: string
  /** For files that shall not stay either. */
  folder: string
}

/**
 * Runs something against an embedded server in a temporary folder, with the binaries of that npm package or the
 * product's own; nothing of it stays, however it ends.
 */
export async function withScratchServer<T>(use: (scratch: Scratch) => Promise<T>, binaries?: string): Promise<T> {
  const dataDir = await scratchFolder()
  try {
    const database = await startEmbedded({ dataDir, log: () => {}, settings: SCRATCH_SETTINGS, binaries })
    const folder = join(dataDir, 'files')
    await mkdir(folder)
    return await use({ ownerUrl: database.url, dataDir, folder }).finally(() => database.stop())
  } finally {
    await removeWithServers(dataDir)
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

/** A caller that sets TMPDIR has chosen. */
async function hasRoom(folder: string): Promise<boolean> {
  if (process.env.TMPDIR) return false
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}

/** What a run that was killed left behind. Another user's is left alone. */
async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter(name => name.startsWith(PREFIX))
  const dead = names.filter(name => !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
  for (const name of dead) {
    const { uid, mtimeMs } = await lstat(join(parent, name))
    // A young one may be that of a container whose processes we do not see.
    if (uid === process.getuid?.() && Date.now() - mtimeMs > ABANDONED_MS)
      await removeWithServers(join(parent, name)).catch(() => {})
  }
}

/** Also stops the servers that something in it had started and was killed before it could stop them. */
async function removeWithServers(folder: string): Promise<void> {
  for await (const file of glob('**/postgres/postmaster.pid', { cwd: folder })) {
    const cluster = join(folder, dirname(file))
    const running = await runningPostmaster(cluster)
    if (running) await shutDown(cluster, running)
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
