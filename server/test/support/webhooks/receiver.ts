import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { atEnd } from '../at-end.ts'

/** One request as a receiver sees it. */
export interface Received {
  headers: IncomingHttpHeaders
  rawBody: string
  event: { id: string; type: string; data: Record<string, unknown>; [field: string]: unknown }
  /** Monotonic milliseconds. */
  at: number
}

/** A receiver on loopback that keeps what it gets. */
export interface Receiver {
  url: string
  received: Received[]
  /** Resolves when it has got this many requests. */
  got(count: number): Promise<Received[]>
  /** Runs by itself at the end. */
  close(): Promise<unknown>
}

export type Behaviour = (response: ServerResponse, request: Received) => void

export const answers =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  response =>
    response.writeHead(status, headers).end()

/** Starts a receiver that answers 200, or as `behave` does. */
export async function startReceiver(behave: Behaviour = answers(200)): Promise<Receiver> {
  const received: Received[] = []
  const waiting: { count: number; resolve: (all: Received[]) => void }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks).toString()
      const one = { headers: request.headers, rawBody, event: JSON.parse(rawBody), at: performance.now() }
      received.push(one)
      behave(response, one)
      for (const { count, resolve } of waiting) if (received.length >= count) resolve(received)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let closing: Promise<unknown> | undefined
  const close = async () => {
    if (closing) return closing
    closing = once(server, 'close')
    server.closeAllConnections()
    server.close()
    return closing
  }
  atEnd(close)
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    got: count =>
      received.length >= count ? Promise.resolve(received) : new Promise(resolve => waiting.push({ count, resolve })),
    close,
  }
}
