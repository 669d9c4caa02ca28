import type { IncomingMessage } from 'node:http'

/** What a photograph of a phone and a scanned letter fit into. */
export const MOST_BYTES = 20 * 1024 * 1024
/** What stands around the file in a form. */
const AROUND_BYTES = 10_000

/** The form that was sent; undefined where it is larger than what a lab may add, of which no more is read. */
export async function formIn(request: IncomingMessage): Promise<FormData | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MOST_BYTES + AROUND_BYTES) return undefined
    chunks.push(chunk)
  }
  const type = request.headers['content-type'] ?? 'application/x-www-form-urlencoded'
  return new Response(new Blob(chunks), { headers: { 'content-type': type } }).formData().catch(() => new FormData())
}
