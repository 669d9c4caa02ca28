import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { createEgress } from '../../../src/egress/agent.ts'
import { documentFetcher, type FetchDocument } from '../../../src/oauth/client-document.ts'
import { atEnd } from '../at-end.ts'
import { startDnsServer } from '../servers/dns-server.ts'
import { selfSigned } from '../servers/self-signed.ts'

export const SITE = 'https://app.example'

/** A site of an app's maker, with a certificate and a name server, and what reads documents from it. */
export interface DocumentSite {
  fetchDocument: FetchDocument
  /** Paths asked for so far. */
  asked: string[]
  /** How a path is answered. */
  answers: Map<string, (response: ServerResponse, request: IncomingMessage) => void>
  /** Answers a path with a document. */
  publish(path: string, document: unknown, headers?: Record<string, string>): string
}

/** A document as the makers of assistants publish it. */
export const documentAt = (path: string, changes: Record<string, unknown> = {}) => ({
  client_id: SITE + path,
  client_name: 'Assistant',
  redirect_uris: [`${SITE}/callback`],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...changes,
})

export async function startDocumentSite(): Promise<DocumentSite> {
  const tls = selfSigned('app.example')
  const answers: DocumentSite['answers'] = new Map()
  const asked: string[] = []
  const server = createServer(tls, (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers.get(path)
    if (answer) answer(response, request)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const dns = await startDnsServer((name, type) => (name === 'app.example' && type === 'A' ? ['127.0.0.1'] : []), 3600)
  const egress = createEgress({ allowPrivate: true, ca: tls.cert, dnsServers: [dns.address] })
  atEnd(async () => {
    await egress.close()
    await dns.close()
    server.closeAllConnections()
    server.close()
  })
  return {
    asked,
    answers,
    publish(path, document, headers = {}) {
      answers.set(path, response =>
        response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document)),
      )
      return SITE + path
    },
    // The site listens at another port and on this machine, which no document of the world may.
    fetchDocument: documentFetcher({
      send: request =>
        egress.send({
          ...request,
          url: request.url.replace(SITE, `${SITE}:${port}`),
          policy: { allowHttp: false, allowPrivate: true },
        }),
    }),
  }
}
