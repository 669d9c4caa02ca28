import { joined, MOST_BYTES } from './read-body.ts'
import type { WebhookHandler } from './webhook.ts'

/** A request of Node's http and of Express, as far as it is used here. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly readableEnded: boolean
  /** What a parser has made of it; bytes and text are as good as the stream. */
  readonly body?: unknown
}
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body?: string): unknown
}

const CONSUMED =
  'The body was read and parsed before the webhook could prove it, and what is written again has other bytes. Put the ' +
  'webhook before express.json(), or keep the bytes with express.raw({ type: "application/json" }) on its route.'

/** The bytes as they came; undefined as soon as they are more than an event has. */
async function bytesOf(request: NodeRequest): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { body } = request
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return joined([body], body.byteLength)
  if (request.readableEnded) throw new TypeError(CONSUMED)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.byteLength
    if (size > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return joined(chunks, size)
}

/** Headers without those that fetch does not take. */
function headersOf({ headers }: NodeRequest): Headers {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !name.startsWith(':'))
      given.set(name, typeof value === 'string' ? value : value.join(', '))
  return given
}

async function responseOf(handler: WebhookHandler, request: NodeRequest): Promise<Response> {
  const method = request.method ?? 'GET'
  // The handler goes by headers and body; where it stands is the business of the router.
  const url = 'http://localhost/'
  if (method !== 'POST') return handler(new Request(url, { method: method === 'HEAD' ? 'HEAD' : 'GET' }))
  const body = await bytesOf(request)
  if (!body) return Response.json({ reason: 'too_large' }, { status: 413 })
  return handler(new Request(url, { method, headers: headersOf(request), body }))
}

/**
 * The webhook for Node's http and for Express: `app.post('/hooks', toNode(webhook({ … })))`. It reads the stream itself, so
 * it needs no parser, and refuses with 500 and a sentence where one has read the body already.
 */
export const toNode =
  (handler: WebhookHandler) =>
  async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const answer = await responseOf(handler, request).catch((error: unknown) => {
      console.error(error)
      return Response.json({ reason: 'body_was_parsed' }, { status: 500 })
    })
    response.statusCode = answer.status
    for (const [name, value] of answer.headers) response.setHeader(name, value)
    // What was not read, of a body that is too large, is not waited for.
    if (answer.status === 413) response.setHeader('connection', 'close')
    response.end(await answer.text())
  }
