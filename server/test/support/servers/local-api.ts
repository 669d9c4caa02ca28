import { createServer, type IncomingMessage } from 'node:http'
import { atEnd } from '../at-end.ts'
import { listen } from './listen.ts'

/** One request as it arrived. */
export interface Arrived {
  method: string
  /** With the query. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Reply {
  status?: number
  body: unknown
}

/** A company's API on loopback, for one test file. */
export interface LocalApi {
  url: string
  /** Everything that was asked, in order. */
  asked: Arrived[]
  /** Answers the next requests with these instead, one each; `'silence'` never answers, `'cut'` breaks the connection. */
  next(...replies: (Reply | 'silence' | 'cut')[]): void
}

/** Serves JSON on a loopback port until the tests of the file have ended. */
export async function localApi(answer: (request: Arrived) => Reply): Promise<LocalApi> {
  const asked: Arrived[] = []
  const instead: (Reply | 'silence' | 'cut')[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const arrived = { method, path: url, headers, body: Buffer.concat(chunks).toString() }
    asked.push(arrived)
    const reply = instead.shift() ?? answer(arrived)
    if (reply === 'silence') return
    if (reply === 'cut') return void request.socket.destroy()
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', 'request-id': 'req_test' })
    response.end(JSON.stringify(reply.body))
  })
  const port = await listen(server)
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, asked, next: (...replies) => void instead.push(...replies) }
}
