import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { selfSigned } from '../support/servers/self-signed.ts'

/** One request that arrived. */
export interface Arrival {
  deliveryId: string
  attempt: number
  /** Wall-clock milliseconds. */
  at: number
  /** Headers and body, to be searched for what must not be there. */
  text: string
}

type Behaviour = (response: ServerResponse, attempt: number, request: IncomingMessage) => void

const PIECE = Buffer.alloc(65_536, 'x')
const BOMB = gzipSync(Buffer.alloc(5_000_000))
const GIGABYTE = '1073741824'

/** Writes for as long as the other side takes it. */
function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write(PIECE));
  if (!response.destroyed) response.once('drain', () => pour(response))
}

/** What receivers do to a sender, by the path they are sent to. */
export const BEHAVIOURS: Record<string, Behaviour> = {
  ok: response => response.writeHead(200).end(),
  slow: response => setTimeout(() => response.writeHead(204).end(), 100),
  flaky: (response, attempt) => response.writeHead(attempt < 3 ? 500 : 200).end(),
  huge: response => {
    response.writeHead(200, { 'content-length': GIGABYTE })
    pour(response)
  },
  bomb: response => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
  hang: () => undefined,
  drip: response => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(timer))
  },
  reset: (_response, _attempt, request) => request.socket.resetAndDestroy(),
  redirect: response => response.writeHead(307, { location: '/ok' }).end(),
  error: response => response.writeHead(500).end('failed'),
  later: (response, attempt) =>
    attempt < 2 ? response.writeHead(503, { 'retry-after': '1' }).end() : response.writeHead(200).end(),
  rubbish: (_response, _attempt, request) => request.socket.end('HTTP/9.9 nonsense\r\n\r\n'),
}

export interface HostileReceiver {
  /** Where each behaviour is found; besides those above, bad TLS and a port that refuses connections. */
  urls: Record<string, string>
  arrivals: Arrival[]
  close(): Promise<void>
}

export async function startHostileReceiver(): Promise<HostileReceiver> {
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const attempt = Number(request.headers['service-delivery-attempt'])
      const deliveryId = String(request.headers['service-delivery-id'])
      const text = `${JSON.stringify(request.headers)}\n${Buffer.concat(chunks)}`
      arrivals.push({ deliveryId, attempt, at: Date.now(), text })
      BEHAVIOURS[request.url?.slice(1) ?? '']?.(response, attempt, request)
    })
  })
  const tls = createTlsServer(selfSigned('localhost'), (_request, response) => response.writeHead(200).end())
  const gone = createServer()
  const [port, tlsPort, gonePort] = await Promise.all([server, tls, gone].map(listen))
  await new Promise(resolve => gone.close(resolve))
  const urls = Object.keys(BEHAVIOURS).map(name => [name, `http://127.0.0.1:${port}/${name}`])
  return {
    urls: {
      ...Object.fromEntries(urls),
      tls: `https://127.0.0.1:${tlsPort}/`,
      gone: `http://127.0.0.1:${gonePort}/`,
    },
    arrivals,
    async close() {
      for (const one of [server, tls]) {
        one.closeAllConnections()
        await new Promise(resolve => one.close(resolve))
      }
    },
  }
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
