import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifExists } from '../providers/files/atomic-folder.ts'
import type { BlobStore } from './blob-store.ts'
import type { BackedUpFile } from './manifest.ts'

const AT_A_TIME = 4
/** A file may change twice within one tick of its clock: what is younger than this at a backup is read again by the next. */
const TICK_MS = 2_000

/** What the backup before holds, and when that began. */
export interface Earlier {
  files: ReadonlyMap<string, BackedUpFile>
  startedAt: Date
}

export interface Copying {
  /** The folder below which the paths are. */
  root: string
  blobs: BlobStore
  earlier: Earlier
  /** Told of each file that was dealt with. */
  onFile(file: BackedUpFile): void
}

/** Keeps files as they are now; one that has not changed since the backup before is not read. What is gone is left out. */
export async function copyFiles(paths: readonly string[], copying: Copying): Promise<BackedUpFile[]> {
  const copied: BackedUpFile[] = []
  const waiting = paths.values()
  const work = async () => {
    for (const path of waiting) {
      const file = await copyFile(path, copying)
      if (!file) continue
      copied.push(file)
      copying.onFile(file)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return copied.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

async function copyFile(path: string, { root, blobs, earlier }: Copying): Promise<BackedUpFile | undefined> {
  const found = await ifExists(stat(join(root, path)))
  if (!found?.isFile()) return undefined
  const { size, mtimeMs } = found
  const before = earlier.files.get(path)
  const isSame = before?.mtimeMs === mtimeMs && before.sizeBytes === size
  if (isSame && mtimeMs < earlier.startedAt.getTime() - TICK_MS) return before
  if (size === 0) return { path, sizeBytes: 0, mtimeMs, blob: null }
  const kept = await ifExists(blobs.put(createReadStream(join(root, path))))
  // It was changed while it was read: the next backup takes it for another.
  return kept && { path, mtimeMs: kept.sizeBytes === size ? mtimeMs : 0, ...kept }
}
