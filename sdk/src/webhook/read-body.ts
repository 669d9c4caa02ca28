/** What is larger is no event: the largest has a few kilobytes. */
export const MOST_BYTES = 64 * 1024

/** The bytes of a body as they arrive; undefined as soon as they are more than an event has. */
export async function readBody(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array | undefined> {
  if (stream === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength
    if (size > MOST_BYTES) {
      await reader.cancel()
      return undefined
    }
    chunks.push(next.value)
  }
  return joined(chunks, size)
}

export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
