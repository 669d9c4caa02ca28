import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileStorage, HEAD_BYTES } from '../../domain/files/file-storage.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { sealLink } from './download-link.ts'
import type { Received, TakeFile } from './receive-form.ts'
import { policyFields, readPolicy } from './upload-policy.ts'

export interface DiskStorageOptions {
  folder: string
  box: SecretBox
  /** Where our own upload and download routes are reached. */
  baseUrl: () => string
}

/** Files in a folder, uploaded to and downloaded from our own API process. */
export interface DiskStorage extends FileStorage {
  /** Takes the file of an upload form into the folder. */
  takeFile: TakeFile
  /** Where the kept file lies, below `folder`. */
  pathOf(key: string): string
  readonly folder: string
}

const KEY = /^[a-z]{3}_\w{1,60}\/[a-z]{3}_\w{1,60}$/
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** `kept/cli_…/7k/fil_…7k`: spread over folders by the last two letters, which are random. */
function relativePath(state: 'arrived' | 'kept', key: string): string {
  if (!KEY.test(key)) throw new RangeError('A storage key has another form.')
  const [company = '', file = ''] = key.split('/')
  return join(state, company, file.slice(-2), file)
}

export function diskStorage({ folder, box, baseUrl }: DiskStorageOptions): DiskStorage {
  const parts = join(folder, 'parts')
  const place = (state: 'arrived' | 'kept', key: string) => join(folder, relativePath(state, key))

  /** Writes to a file of its own first, so that under its name a file is whole or not there. */
  async function write(body: Readable, ...through: Transform[]): Promise<string> {
    await mkdir(parts, { recursive: true, mode: 0o700 })
    const path = join(parts, randomUUID())
    try {
      await pipeline([body, ...through, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })])
      return path
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  async function move(from: string, to: string): Promise<void> {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
    await flushFolder(dirname(to))
  }

  async function takeFile(fields: ReadonlyMap<string, string>, body: Readable): Promise<Received> {
    const { key, sizeBytes } = readPolicy(box, fields, Date.now())
    const path = await write(body, exactly(sizeBytes))
    return {
      keep: () => move(path, place('arrived', key)),
      discard: () => rm(path, { force: true }),
    }
  }

  return {
    folder,
    takeFile,
    pathOf: key => relativePath('kept', key),
    uploadTarget: async (file, seconds) => ({
      url: `${baseUrl()}/uploads`,
      fields: policyFields(box, { ...file, expiresAt: Date.now() + seconds * 1000 }),
    }),
    async keep(key) {
      const path = join(parts, randomUUID())
      await mkdir(parts, { recursive: true, mode: 0o700 })
      try {
        // A second name for the same bytes: what arrives later takes the place of the first name, not of the bytes.
        await link(place('arrived', key), path)
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
      await move(path, place('kept', key))
      return true
    },
    async inspect(key) {
      try {
        await using file = await open(place('kept', key))
        const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
        return { sizeBytes: (await file.stat()).size, head: buffer.subarray(0, bytesRead) }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    put: async (key, _contentType, body) =>
      move(await write(Buffer.isBuffer(body) ? Readable.from([body]) : body), place('kept', key)),
    downloadUrl: async (file, seconds) =>
      `${baseUrl()}/files/${sealLink(box, { ...file, expiresAt: Date.now() + seconds * 1000 })}`,
    discard: key => rm(place('kept', key), { force: true }),
    forget: key => rm(place('arrived', key), { force: true }),
    async tidy(before) {
      const names = await readdir(parts).catch(error => (isMissing(error) ? [] : Promise.reject(error)))
      for (const path of names.map(name => join(parts, name))) {
        const found = await stat(path).catch(() => undefined)
        if (found && found.mtime < before) await rm(path, { force: true })
      }
    },
    close: () => undefined,
  }
}

/** A name that was given is on the disk when this returns. */
async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync()
}

/** Lets through a file of this size, and refuses any other as soon as that is known. */
function exactly(sizeBytes: number): Transform {
  const wrong = (code: string) =>
    refuseInput({ path: 'file', code, message: `must have the ${sizeBytes} bytes that were announced` })
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      attempt(done, () => (seen > sizeBytes ? wrong('too_long') : chunk))
    },
    flush(done) {
      attempt(done, () => (seen < sizeBytes ? wrong('too_short') : undefined))
    },
  })
}

function attempt(done: (error: Error | null, value?: Buffer) => void, step: () => Buffer | undefined): void {
  try {
    done(null, step())
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
  }
}
