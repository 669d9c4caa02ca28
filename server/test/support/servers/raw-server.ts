import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { listen } from './listen.ts'

export type RawServer = {
  port: number
  /** `http://127.0.0.1:<port>/webhook`, or https where it was given a certificate. */
  url: string
  /** TCP connections so far. */
  connections: () => number
  /** What every connection has sent so far, in the order of the connections. */
  received: string[]
  close(): Promise<void>
}

/** A raw server on loopback that does whatever `behave` does with each connection; it may break HTTP in any way. */
export async function startRawServer(
  behave: (socket: Socket) => void,
  tls?: { key: string; cert: string },
): Promise<RawServer> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const accept = (socket: Socket) => {
    const index = received.push('') - 1
    socket.on('data', data => {
      received[index] += data.toString()
    })
    socket.on('error', () => {})
    behave(socket)
  }
  const server = tls ? createTlsServer(tls, accept) : createServer({ allowHalfOpen: true }, accept)
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => {})
  const port = await listen(server)
  return {
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/webhook`,
    connections: () => connections,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Says `answer` once for every request (told by its JSON body's end) and keeps the connection. */
export function answering(answer: string | Buffer): (socket: Socket) => void {
  return socket => socket.on('data', data => data.toString().endsWith('}') && socket.write(answer))
}

/** Writes `piece` every few milliseconds after `start`, for as long as the other side stays. */
export function dripping(start: string, piece: string): (socket: Socket) => void {
  return socket => {
    socket.write(start)
    const timer = setInterval(() => socket.write(piece), 10)
    socket.on('close', () => clearInterval(timer))
  }
}
