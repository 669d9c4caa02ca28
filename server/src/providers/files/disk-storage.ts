import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { companyOfKey, type FileStorage, HEAD_BYTES, type StoredFile } from '../../domain/files/file-storage.ts'
import { refuseInput } from '../../kernel/errors.ts'
import type { SecretBox } from '../../kernel/values/secret-box.ts'
import { atomicFolder, ifExists } from './atomic-folder.ts'
import { ofClinic, ownLinks } from './download-link.ts'
import type { TakeFile } from './receive-form.ts'
import { resealFiles, sealPlainFiles } from './seal-folder.ts'
import { type OpenedFile, openFile, sealFile } from './sealed-file.ts'
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
  /** Opens a file that is kept, to be sent; undefined where there is none. */
  open(key: string): Promise<DiskFile | undefined>
}

/** A file that was opened, and is to be closed again. */
export interface DiskFile extends OpenedFile {
  /** Names this version of it. */
  etag: string
  changedAt: Date
  close(): Promise<void>
}

const KEY = /^[a-z]{3}_\w{1,60}\/[a-z]{3}_\w{1,60}$/

/** `kept/cli_…/7k/fil_…7k`: spread over folders by the last two letters, which are random. */
function relativePath(state: 'arrived' | 'kept', key: string): string {
  if (!KEY.test(key)) throw new RangeError('A storage key has another form.')
  const [company = '', file = ''] = key.split('/')
  return join(state, company, file.slice(-2), file)
}

export function diskStorage({ folder, box, baseUrl }: DiskStorageOptions): DiskStorage {
  const parts = atomicFolder(folder)
  const { write, copy, place, tidy } = parts
  const arrived = (key: string) => join(folder, relativePath('arrived', key))
  const kept = (key: string) => join(folder, relativePath('kept', key))
  const expiring = <File>(file: File, seconds: number) => ({ ...file, expiresAt: Date.now() + seconds * 1000 })
  const openKept = (key: string) => ifExists(openAt(box, key, kept(key)))
  return {
    open: openKept,
    async takeFile(fields, body) {
      const file = readPolicy(box, fields, Date.now())
      const { key, sizeBytes } = file
      const part = await write(sealFile(box, key, exactly(sizeBytes, body)))
      return { file, keep: () => place(part, arrived(key)), discard: () => rm(part, { force: true }) }
    },
    uploadTarget: async (file, seconds) => ({
      url: ofClinic(`${baseUrl()}/uploads`, companyOfKey(file.key)),
      fields: policyFields(box, expiring(file, seconds)),
    }),
    async keep(key) {
      const part = await copy(arrived(key))
      if (part !== undefined) await place(part, kept(key))
      return part !== undefined
    },
    inspect: async key => headOf(await openKept(key)),
    put: async (key, _contentType, body) =>
      place(await write(sealFile(box, key, Buffer.isBuffer(body) ? [body] : body)), kept(key)),
    async read(key) {
      const file = await openKept(key)
      return file && untilClosed(file)
    },
    downloadUrl: ownLinks(box, baseUrl),
    discard: key => rm(kept(key), { force: true }),
    forget: key => rm(arrived(key), { force: true }),
    tidy,
    sealPlain: () => sealPlainFiles(folder, box, parts),
    reseal: () => resealFiles(folder, box),
    requireSealed: async () => undefined,
    close: () => undefined,
  }
}

/** Lets through a file of this size, and refuses any other as soon as that is known. */
async function* exactly(sizeBytes: number, body: AsyncIterable<Buffer>) {
  const wrong = (code: string) =>
    refuseInput({ path: 'file', code, message: `must have the ${sizeBytes} bytes that were announced` })
  let seen = 0
  for await (const chunk of body) {
    seen += chunk.length
    if (seen > sizeBytes) wrong('too_long')
    yield chunk
  }
  if (seen < sizeBytes) wrong('too_short')
}

async function openAt(box: SecretBox, key: string, path: string): Promise<DiskFile> {
  const handle = await open(path)
  try {
    const { mtime, size } = await handle.stat()
    const etag = `"${size.toString(16)}-${mtime.getTime().toString(16)}"`
    return { ...(await openFile(box, key, handle)), etag, changedAt: mtime, close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** All of an opened file, which is closed after it. */
async function* untilClosed(file: DiskFile): AsyncGenerator<Buffer> {
  try {
    yield* file.read(0, file.sizeBytes)
  } finally {
    await file.close()
  }
}

async function headOf(file: DiskFile | undefined): Promise<StoredFile | undefined> {
  if (!file) return undefined
  try {
    const head = await Array.fromAsync(file.read(0, Math.min(HEAD_BYTES, file.sizeBytes)))
    return { sizeBytes: file.sizeBytes, head: Buffer.concat(head) }
  } finally {
    await file.close()
  }
}
