import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { requestFileUpload } from '@clinic/contract/files.ts'
import type { Returned } from '@clinic/contract/kernel.ts'

export type Target = Pick<Returned<typeof requestFileUpload>, 'uploadUrl' | 'fields'>

export interface FormWishes {
  /** Sent after the file. */
  last?: Record<string, string>
  fileName?: string
}

/** Sends a form as the second of the three steps asks for: the fields, and the file last. */
export function sendForm({ uploadUrl, fields }: Target, bytes: Buffer, wishes: FormWishes = {}): Promise<Response> {
  const { last = {}, fileName = 'upload' } = wishes
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), fileName)
  for (const [name, value] of Object.entries(last)) form.append(name, value)
  return fetch(uploadUrl, { method: 'POST', body: form })
}

const BOUNDARY = 'boundary-of-a-test'
const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`
const END = `\r\n--${BOUNDARY}--\r\n`

function openForm({ uploadUrl, fields }: Target, sizeBytes: number) {
  const before = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`)
  const start = `${before.join('')}${part('file')}; filename="x"\r\n\r\n`
  const headers = {
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': Buffer.byteLength(start) + sizeBytes + END.length,
  }
  return { start, request: httpRequest(uploadUrl, { method: 'POST', headers }) }
}

/** Sends a file that is never in memory as a whole; answers the status. */
export async function sendStream(target: Target, chunks: Iterable<Buffer>, sizeBytes: number): Promise<number> {
  const { start, request } = openForm(target, sizeBytes)
  const answered = new Promise<number>((resolve, reject) => {
    request.once('response', response => resolve(response.resume().statusCode ?? 0)).once('error', reject)
  })
  function* parts() {
    yield start
    yield* chunks
    yield END
  }
  await pipeline(Readable.from(parts(), { objectMode: false }), request)
  return answered
}

/** Sends the fields and the beginning of a file, waits for what is to be seen meanwhile, then hangs up. */
export async function sendHalf(
  target: Target,
  bytes: Buffer,
  sizeBytes: number,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { start, request } = openForm(target, sizeBytes)
  request.on('error', () => undefined)
  const closed = new Promise(resolve => request.once('close', resolve))
  await new Promise(resolve => request.write(start, resolve))
  await new Promise(resolve => request.write(bytes, resolve))
  await meanwhile()
  request.destroy()
  await closed
}
