import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseJson } from '../http/json-body.ts'
import { type AuthenticateDeps, authenticate } from './authenticate.ts'
import type { Requester } from './caller.ts'
import { challenge } from './challenge.ts'
import { discovery } from './discovery.ts'
import type { FastPath } from './fast-path/fast-path.ts'
import type { AssistantHandler } from './mcp-handler.ts'
import { scopesToAskFor } from './step-up.ts'
import { toolsetFor } from './toolset.ts'
import { sendWebResponse, webRequest } from './web-request.ts'

interface ResourceServerDeps extends AuthenticateDeps {
  issuer: string
  handler: AssistantHandler
  fastPath?: FastPath
  addressOf(request: FastifyRequest): string | null
}

const BODY_LIMIT = 262_144
const MAX_AGENT_LENGTH = 200

/** The routes of the resource server: its metadata, and the MCP endpoint, which asks for an access token. */
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
    const onRequest = (request: FastifyRequest, reply: FastifyReply) => authenticate(deps, request, reply)
    const { path } = deps.resource
    for (const url of path === '/' ? [path] : [path, `${path}/`])
      app.route({ method: ['GET', 'POST', 'DELETE'], url, onRequest, handler: endpoint(deps) })
  })
}

function endpoint({ handler, fastPath, resource, addressOf }: ResourceServerDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const message = messageIn(request.body)
    const requester = requesterOf(request, addressOf(request))
    const scopes = scopesToAskFor(message, requester.connection)
    if (scopes) {
      await handler.recordRefused(request, requester, message)
      return challenge(reply, resource, { error: 'insufficient_scope', scopes })
    }
    const answered = fastPath?.(request, reply, requester, message)
    if (answered) return answered
    return sendWebResponse(reply, await handler.serve(webRequest(request, reply, message), requester, message))
  }
}

function requesterOf(request: FastifyRequest, address: string | null): Requester {
  const { connection } = request
  if (!connection) throw new Error('A request came to the endpoint without being authenticated.')
  return {
    connection,
    toolset: toolsetFor(connection.scopes),
    requestId: request.id,
    address,
    agent: (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAX_AGENT_LENGTH),
  }
}

/** The message of a body; nothing where it is no JSON, which the SDK then says in its own way. */
function messageIn(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? parseJson(body) : undefined
  } catch {
    return undefined
  }
}
