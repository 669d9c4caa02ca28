import { createHmac } from 'node:crypto'
import { open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Transform } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { SecretBox } from '../kernel/values/secret-box.ts'
import { atomicFolder, ifExists } from '../providers/files/atomic-folder.ts'
import { openFile, sealFile } from '../providers/files/sealed-file.ts'

/** The bytes of files, each kept once however many backups hold it: compressed, and sealed with the master key. */
export interface BlobStore {
  /** Keeps the bytes; answers their name, and how many there were. */
  put(body: AsyncIterable<Buffer>): Promise<{ blob: string; sizeBytes: number }>
  /** The bytes of that name. Throws where they are missing, or are not what was kept. */
  read(blob: string): AsyncGenerator<Buffer>
  /** Removes what is not among these names and was kept before then; answers how many. */
  prune(blobs: ReadonlySet<string>, before: Date): Promise<number>
  /** Removes what a backup that was cut off before then has left. */
  tidy(before: Date): Promise<void>
}

const PURPOSE = 'backed up file'

/** Names are MACs of the bytes: who sees the store cannot tell whether it holds a file that they have. */
export function blobStore(folder: string, box: SecretBox): BlobStore {
  const all = join(folder, 'blobs')
  const { write, place, tidy } = atomicFolder(folder)
  const macOf = () => createHmac('sha256', box.password(PURPOSE))
  const pathOf = (blob: string) => join(all, blob.slice(0, 2), blob)

  return {
    tidy,
    async put(body) {
      const mac = macOf()
      let sizeBytes = 0
      async function* seen(): AsyncGenerator<Buffer> {
        for await (const chunk of body) {
          mac.update(chunk)
          sizeBytes += chunk.length
          yield chunk
        }
      }
      const part = await write(sealFile(box, PURPOSE, through(seen(), createZstdCompress())))
      const blob = mac.digest('hex')
      const now = new Date()
      // Kept anew: it must not be pruned while no backup is listed that holds it again.
      const isKept = await ifExists(utimes(pathOf(blob), now, now).then(() => true))
      await (isKept ? rm(part) : place(part, pathOf(blob)))
      return { blob, sizeBytes }
    },
    async *read(blob) {
      const mac = macOf()
      await using handle = await open(pathOf(blob))
      const { read, sizeBytes } = await openFile(box, PURPOSE, handle)
      for await (const chunk of through(read(0, sizeBytes), createZstdDecompress())) {
        mac.update(chunk)
        yield chunk
      }
      if (mac.digest('hex') !== blob) throw new Error(`What is kept as ${blob} is not what was backed up.`)
    },
    async prune(blobs, before) {
      let removed = 0
      for (const part of (await ifExists(readdir(all))) ?? [])
        for (const blob of await readdir(join(all, part))) {
          const path = join(all, part, blob)
          if (blobs.has(blob) || (await stat(path)).mtime >= before) continue
          await rm(path)
          removed++
        }
      return removed
    },
  }
}

/** What a transform makes of the bytes; an error of either ends both. */
function through(body: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> {
  pipeline(body, transform, () => undefined)
  return transform
}
