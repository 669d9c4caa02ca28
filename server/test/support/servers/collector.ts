import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { atEnd } from '../at-end.ts'

interface Value {
  stringValue?: string
  intValue?: number
}
interface Attribute {
  key: string
  value: Value
}
/** A span as OTLP writes it in JSON. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  links: { traceId: string; spanId: string }[]
  status: { code?: number }
}
/** A line of a log as OTLP writes it in JSON. */
export interface CollectedLine {
  traceId?: string
  spanId?: string
  severityNumber: number
  body: Value
  attributes: Attribute[]
}

interface Exported {
  resourceSpans?: { scopeSpans: { spans: CollectedSpan[] }[] }[]
  resourceLogs?: { scopeLogs: { logRecords: CollectedLine[] }[] }[]
}

/** What takes traces and logs, on loopback, and keeps all that it is sent. */
export interface Collector {
  url: string
  /** Answers what it has held back, and all that comes. */
  release(): void
  requests: { path: string; headers: IncomingHttpHeaders; text: string }[]
  spans(): CollectedSpan[]
  lines(): CollectedLine[]
}

/** With `answers: false` it holds on to every request and says nothing. */
export async function startCollector({ answers = true } = {}): Promise<Collector> {
  const requests: Collector['requests'] = []
  const held: ServerResponse[] = []
  let answering = answers
  const answer = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, text: Buffer.concat(chunks).toString() })
      if (answering) answer(response)
      else held.push(response)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const exported = (): Exported[] => requests.map(({ text }) => JSON.parse(text))
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests,
    release() {
      answering = true
      for (const response of held) answer(response)
    },
    spans: () =>
      exported().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    lines: () =>
      exported().flatMap(({ resourceLogs = [] }) =>
        resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
      ),
  }
}

export const attribute = ({ attributes }: CollectedSpan | CollectedLine, name: string): string | number | undefined => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}
