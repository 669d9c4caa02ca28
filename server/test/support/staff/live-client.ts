import type { LiveChanges } from '@clinic/contract/staff/live.ts'

export interface Frame {
  id: string
  event: string
  data: LiveChanges
}

/** One stream as a browser reads it: what arrives is taken up by id, and a break goes on from the last one. */
export interface LiveClient {
  status: number
  headers: Headers
  /** Everything that came, as it came. */
  text(): string
  /** The position that it knows. */
  last(): string
  /** The next frame; nothing once the server has ended the stream. */
  next(): Promise<Frame | undefined>
  /** Breaks off. */
  leave(): void
}

export async function liveClient(url: string, cookie: string, clinicId: string, last = ''): Promise<LiveClient> {
  const leaving = new AbortController()
  const headers = { cookie, ...(last && { 'last-event-id': last }) }
  const response = await fetch(`${url}/staff/v1/stream?clinicId=${clinicId}`, { headers, signal: leaving.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let [text, read, position] = ['', 0, last]

  async function block(): Promise<string | undefined> {
    for (let end = text.indexOf('\n\n', read); ; end = text.indexOf('\n\n', read)) {
      if (end >= 0) {
        const found = text.slice(read, end)
        read = end + 2
        return found
      }
      const part = await reader?.read().catch(() => undefined)
      if (!part || part.done) return undefined
      text += part.value
    }
  }

  async function taken(): Promise<Record<string, string> | undefined> {
    const fields = (await block())?.split('\n').map(line => line.split(/: (.*)/, 2))
    const named: Record<string, string> | undefined = fields && Object.fromEntries(fields)
    position = named?.id ?? position
    return named
  }

  async function next(): Promise<Frame | undefined> {
    for (let fields = await taken(); fields; fields = await taken()) {
      if (fields.data !== undefined) return { id: position, event: fields.event ?? '', data: JSON.parse(fields.data) }
    }
    return undefined
  }
  // One that begins now says first from when on it tells.
  if (response.ok && last === '') await taken()
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    last: () => position,
    next,
    leave: () => leaving.abort(),
  }
}
