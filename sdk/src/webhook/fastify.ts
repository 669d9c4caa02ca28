import { MOST_BYTES } from './read-body.ts'
import type { WebhookHandler } from './webhook.ts'

/** Fastify, as far as it is used here. */
interface FastifyRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}
interface FastifyReply {
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(body: string): unknown
}
type Done = (error: Error | null, body?: unknown) => void
export interface FastifyScope {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: never, body: Uint8Array, done: Done) => void,
  ): unknown
  post(
    path: string,
    options: { bodyLimit: number },
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): unknown
}

export interface FastifyWebhookOptions {
  /** What `webhook({ … })` makes. */
  readonly handler: WebhookHandler
  /** Where it listens; `/` unless told, below the prefix that it is registered with. */
  readonly path?: string | undefined
}

function requestOf({ headers, body }: FastifyRequest): Request {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) given.set(name, typeof value === 'string' ? value : value.join(', '))
  const bytes = body instanceof Uint8Array ? new Uint8Array(body) : new Uint8Array()
  return new Request('http://localhost/', { method: 'POST', headers: given, body: bytes })
}

/**
 * The webhook as a plugin of Fastify: `app.register(clinicWebhook, { prefix: '/hooks', handler: webhook({ … }) })`. Within
 * it the body stays as it came; all other routes keep their parsers.
 */
export async function clinicWebhook(
  scope: FastifyScope,
  { handler, path = '/' }: FastifyWebhookOptions,
): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post(path, { bodyLimit: MOST_BYTES }, async (request, reply) => {
    const answer = await handler(requestOf(request))
    reply.code(answer.status)
    for (const [name, value] of answer.headers) reply.header(name, value)
    return reply.send(await answer.text())
  })
}
