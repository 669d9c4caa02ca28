import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm, utimes } from 'node:fs/promises'
import { arch } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { startEmbedded } from '../db/embedded.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { ifExists } from '../providers/files/atomic-folder.ts'
import { beginAnew } from './begin-anew.ts'
import { type BlobStore, blobStore } from './blob-store.ts'
import { type BackedUpFile, type Backup, backupsIn, bytesOf, type Manifest } from './manifest.ts'
import { BackupRefusal } from './refusal.ts'

const AT_A_TIME = 4
/** The database last: without it no platform starts on what a restore that was cut off has left. */
const PLACES = ['files', 'postgres'] as const
const UNFINISHED = 'restoring'

export interface Restoring {
  /** The folder of backups. */
  from: string
  /** Which backup; the newest unless told. */
  name?: string | undefined
  /** Where no database is yet. */
  dataDir: string
  box: SecretBox
  log(line: string): void
  onProgress(doneBytes: number, totalBytes: number): void
}

/**
 * Puts a backup in the place of the database and the files of `dataDir`, which has none. Every byte is compared with what
 * was backed up. Until all is there it lies beside, so that a restore that was cut off is begun again.
 */
export async function restoreBackup(options: Restoring): Promise<Backup> {
  const { from, dataDir, box, log } = options
  const backup = await chosen(options)
  await requirePlace(dataDir, backup)
  const beside = join(dataDir, UNFINISHED)
  await rm(beside, { recursive: true, force: true })
  // As the data folder itself: the account that PostgreSQL runs under has to get through.
  await mkdir(beside)
  for (const folder of backup.manifest.folders) await mkdir(join(beside, folder), { recursive: true, mode: 0o700 })
  await writeFiles(backup.manifest, beside, blobStore(from, box), options.onProgress)
  log('every byte is as it was backed up; PostgreSQL brings the database to where the backup ended')
  const { url, stop } = await startEmbedded({ dataDir: beside, log })
  await beginAnew(url).finally(stop)
  for (const place of PLACES) await ifExists(rename(join(beside, place), join(dataDir, place)))
  await rm(beside, { recursive: true })
  return backup
}

async function chosen({ from, name, box }: Restoring): Promise<Backup> {
  const backups = backupsIn(from, box)
  const newest = (await backups.names()).at(-1)
  if (newest === undefined) throw new BackupRefusal(`There is no backup in ${from}.`)
  return backups.read(name ?? newest)
}

async function requirePlace(dataDir: string, { manifest }: Backup): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  for (const place of PLACES)
    if (
      await access(join(dataDir, place)).then(
        () => true,
        () => false,
      )
    )
      throw new BackupRefusal(
        `${join(dataDir, place)} is there already: move it away, or set DATA_DIR to another folder.`,
      )
  const { architecture } = manifest.postgres
  if (architecture !== arch())
    throw new BackupRefusal(`The database was backed up on ${architecture}, and its files are not for ${arch()}.`)
}

async function writeFiles(
  manifest: Manifest,
  root: string,
  blobs: BlobStore,
  onProgress: Restoring['onProgress'],
): Promise<void> {
  const total = bytesOf(manifest)
  let done = 0
  const waiting = manifest.files.values()
  const work = async () => {
    for (const file of waiting) {
      await writeFile(file, join(root, file.path), blobs)
      done += file.sizeBytes
      onProgress(done, total)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
}

async function writeFile({ blob, mtimeMs }: BackedUpFile, path: string, blobs: BlobStore): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const bytes = blob === null ? [] : blobs.read(blob)
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  await utimes(path, mtimeMs / 1000, mtimeMs / 1000)
}
