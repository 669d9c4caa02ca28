import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const PRIVATE = { recursive: true, mode: 0o700 } as const

/** What the call gives, or nothing where there is no such file. */
export async function ifExists<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A folder in which a file is whole under its name, or not there: what is written has a name of its own first. */
export function atomicFolder(folder: string) {
  const parts = join(folder, 'parts')

  async function newPart(): Promise<string> {
    await mkdir(parts, PRIVATE)
    return join(parts, randomUUID())
  }

  return {
    /** Writes a part; answers its path. */
    async write(body: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
      const path = await newPart()
      try {
        await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
        return path
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    /** Makes a part with the bytes of a file; nothing where there is none. What takes the file's name later leaves it alone. */
    async copy(from: string): Promise<string | undefined> {
      const path = await newPart()
      return ifExists(link(from, path).then(() => path))
    },
    /** Gives a part its name in the folder, which is on the disk when this returns. */
    async place(part: string, to: string): Promise<void> {
      await mkdir(dirname(to), PRIVATE)
      await rename(part, to)
      await using parent = await open(dirname(to))
      await parent.sync()
    },
    /** Removes parts that were left before then. */
    async tidy(before: Date): Promise<void> {
      for (const name of (await ifExists(readdir(parts))) ?? []) {
        const found = await stat(join(parts, name)).catch(() => undefined)
        if (found && found.mtime < before) await rm(join(parts, name), { force: true })
      }
    },
  }
}
