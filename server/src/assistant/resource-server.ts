import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseJson } from '../http/json-body.ts'
import { challenge } from './challenge.ts'
import { admit, type GateDeps } from './gate.ts'
import type { AssistantHandler } from './mcp-handler.ts'
import { type Resource, resourceMetadata } from './resource.ts'
import { scopesToAskFor } from './step-up.ts'
import { toolboxFor } from './toolbox.ts'

export interface ResourceServerDeps extends GateDeps {
  issuer: string
  handler: AssistantHandler
  addressOf(request: FastifyRequest): string | null
}

const BODY_LIMIT = 262_144
const LONGEST_AGENT = 200
/** The headers that the protocol speaks of. */
const SPOKEN = /^(accept|content-type|last-event-id|mcp-.+)$/
const ANSWER = { 'content-type': 'application/json', 'cache-control': 'no-store' }
const PUBLIC = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }
const SENT_ON = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }
/** What some clients look for beside the resource, whatever its metadata says, and where it is on the authorization server. */
const ELSEWHERE = [
  { method: 'GET', url: '/.well-known/oauth-authorization-server', there: '/.well-known/oauth-authorization-server' },
  { method: 'GET', url: '/authorize', there: '/oauth/authorize' },
  { method: 'POST', url: '/token', there: '/oauth/token' },
  { method: 'POST', url: '/register', there: '/oauth/register' },
] as const

/** The routes of the resource server: its metadata, and the MCP endpoint behind the gate. */
export function resourceServer(http: FastifyInstance, deps: ResourceServerDeps): void {
  http.decorateRequest('connection', null)
  discovery(http, deps.resource, deps.issuer)
  http.register(async app => {
    // The SDK reads bodies itself, so that what is wrong with them is said in JSON-RPC's terms.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
      async (_: unknown, body: Buffer) => body,
    )
    const options = { onRequest: (request: FastifyRequest, reply: FastifyReply) => admit(deps, request, reply) }
    const { path } = deps.resource
    for (const url of path === '/' ? [path] : [path, `${path}/`])
      app.route({ method: ['GET', 'POST', 'DELETE'], url, ...options, handler: endpoint(deps) })
  })
}

function discovery(http: FastifyInstance, resource: Resource, issuer: string): void {
  const metadata = resourceMetadata(resource, issuer)
  http.get(resource.metadataPath, (_request, reply) => reply.headers(PUBLIC).send(metadata))
  http.options(resource.metadataPath, (_request, reply) =>
    reply
      .code(204)
      .headers({ ...PUBLIC, 'access-control-allow-methods': 'GET' })
      .send(),
  )
  for (const { method, url, there } of ELSEWHERE) {
    // Before the body: what is in it is for the authorization server alone.
    const sendOn = async (request: FastifyRequest, reply: FastifyReply) => {
      const query = request.url.slice(url.length)
      return reply.headers(SENT_ON).redirect(`${issuer}${there}${query}`, 307)
    }
    http.route({ method, url, onRequest: sendOn, handler: sendOn })
  }
}

function endpoint({ handler, resource, addressOf }: ResourceServerDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { connection } = request
    if (!connection) throw new Error('The gate let a request pass without a connection.')
    const message = messageIn(request.body)
    const scopes = scopesToAskFor(message, connection)
    const arriving = {
      connection,
      toolbox: toolboxFor(connection.scopes),
      requestId: request.id,
      address: addressOf(request),
      agent: agentOf(request),
    }
    if (scopes) {
      await handler.refuse(request, arriving, message)
      return challenge(reply, resource, { error: 'insufficient_scope', scopes })
    }
    const answer = await handler.answer(request, arriving, message)
    if (answer !== undefined) return reply.headers(ANSWER).serializer(asIs).send(answer)
    const response = await handler.serve(webRequest(request, reply, message), arriving, message)
    reply.code(response.status).headers({ ...Object.fromEntries(response.headers), 'cache-control': 'no-store' })
    const isWhole = response.headers.get('content-type')?.startsWith('application/json')
    // Fastify would write a body that is null as the JSON of it.
    return reply.send(isWhole ? Buffer.from(await response.arrayBuffer()) : (response.body ?? undefined))
  }
}

/** Fastify names a charset unless told how to write; JSON has none (RFC 8259 section 11), and the SDK names none. */
const asIs = (text: string): string => text

/** The message of a body; nothing where it is no JSON, which the SDK then says in its own way. */
function messageIn(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? parseJson(body) : undefined
  } catch {
    return undefined
  }
}

const agentOf = ({ headers }: FastifyRequest): string =>
  (headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, LONGEST_AGENT)

/** The request in the SDK's terms, without the token and without a body that was read. It is given up when the client leaves. */
function webRequest(request: FastifyRequest, reply: FastifyReply, message: unknown): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && SPOKEN.test(name)) headers.set(name, value)
  const left = new AbortController()
  reply.raw.once('close', () => reply.raw.writableFinished || left.abort())
  const body = message === undefined && Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
  return new Request(`http://localhost${request.url}`, { method: request.method, headers, body, signal: left.signal })
}
