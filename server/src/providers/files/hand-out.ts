import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { send } from '@fastify/send'
import type { SharedFile } from '../../domain/files/file-storage.ts'
import { attachment } from './attachment.ts'

/** How the bytes of a file get to the bearer of a link. */
export interface HandedOut {
  status: number
  headers: Record<string, string | number>
  stream?: Readable
}

/** Hands a file out, or nothing where there is none. */
export type HandOut = (file: SharedFile, request: IncomingMessage) => Promise<HandedOut | undefined>

/** Sends the file from our own disk. */
export const fromDisk =
  ({ folder, pathOf }: { folder: string; pathOf(key: string): string }): HandOut =>
  async ({ key, name, contentType }, request) => {
    const options = { root: folder, index: false, contentType: false, cacheControl: false } as const
    const { type, statusCode, headers, stream } = await send(request, `/${pathOf(key)}`, options)
    if (type !== 'file') return undefined
    const what = { 'content-type': contentType, 'content-disposition': attachment(name) }
    return { status: statusCode, headers: { ...headers, ...what }, stream }
  }

/** How long the address lives to which a link leads: long enough to follow it. */
const FOLLOW_SECONDS = 30

/** Sends the bearer on to where the file lies. */
export const fromBucket =
  (directUrl: (file: SharedFile, seconds: number) => Promise<string>): HandOut =>
  async file => ({ status: 302, headers: { location: await directUrl(file, FOLLOW_SECONDS) } })
