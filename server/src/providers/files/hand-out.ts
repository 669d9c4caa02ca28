import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { SharedFile } from '../../domain/files/file-storage.ts'
import { attachment } from './attachment.ts'
import { byteRange } from './byte-range.ts'
import type { DiskStorage } from './disk-storage.ts'

/** How the bytes of a file get to the bearer of a link. */
export interface HandedOut {
  status: number
  headers: Record<string, string | number>
  stream?: Readable
}

/** Hands a file out, or nothing where there is none. */
export type HandOut = (file: SharedFile, request: IncomingMessage) => Promise<HandedOut | undefined>

/** Sends the file from our own disk, opened as it is sent; also a part of it, and nothing of what was not changed. */
export const fromDisk =
  ({ open }: Pick<DiskStorage, 'open'>): HandOut =>
  async ({ key, name, contentType }, { headers }) => {
    const file = await open(key)
    if (!file) return undefined
    const about = { etag: file.etag, 'last-modified': file.changedAt.toUTCString(), 'accept-ranges': 'bytes' }
    if (headers['if-none-match']?.includes(file.etag)) {
      await file.close()
      return { status: 304, headers: about }
    }
    const isSame = headers['if-range'] === undefined || headers['if-range'] === file.etag
    const range = byteRange(isSame ? headers.range : undefined, file.sizeBytes)
    if (range === null) {
      await file.close()
      return { status: 416, headers: { ...about, 'content-range': `bytes */${file.sizeBytes}` } }
    }
    const { start, end } = range ?? { start: 0, end: file.sizeBytes }
    const part = range && { 'content-range': `bytes ${start}-${end - 1}/${file.sizeBytes}` }
    const what = { 'content-type': contentType, 'content-disposition': attachment(name), 'content-length': end - start }
    const stream = Readable.from(file.read(start, end), { objectMode: false })
    stream.once('close', () => void file.close())
    return { status: range ? 206 : 200, headers: { ...about, ...part, ...what }, stream }
  }

/** How long the address lives to which a link leads: long enough to follow it. */
const FOLLOW_SECONDS = 30

/** Sends the bearer on to where the file lies. */
export const fromBucket =
  (directUrl: (file: SharedFile, seconds: number) => Promise<string>): HandOut =>
  async file => ({ status: 302, headers: { location: await directUrl(file, FOLLOW_SECONDS) } })
