import { DEFAULT_ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import { PRODUCT } from '@clinic/contract/brand.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Resource } from './resource.ts'

const PUBLIC = { 'access-control-allow-origin': '*' }
/** What some clients look for beside the resource, whatever its metadata says, and where it is on the authorization server. */
const ELSEWHERE = [
  { method: 'GET', url: '/.well-known/oauth-authorization-server', there: '/.well-known/oauth-authorization-server' },
  { method: 'GET', url: '/authorize', there: '/oauth/authorize' },
  { method: 'POST', url: '/token', there: '/oauth/token' },
  { method: 'POST', url: '/register', there: '/oauth/register' },
] as const

/** What the resource server says of itself. The first authorization server is the only one that clients use. */
const resourceMetadata = ({ id }: Resource, issuer: string) => ({
  resource: id,
  authorization_servers: [issuer],
  scopes_supported: DEFAULT_ASSISTANT_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: PRODUCT.en,
  resource_documentation: `${issuer}/docs`,
})

/** The routes by which a client finds the authorization server (RFC 9728). */
export function discovery(http: FastifyInstance, resource: Resource, issuer: string): void {
  const metadata = resourceMetadata(resource, issuer)
  http.get(resource.metadataPath, { config: { kept: 'fiveMinutes' } }, (_request, reply) =>
    reply.headers(PUBLIC).send(metadata),
  )
  http.options(resource.metadataPath, (_request, reply) =>
    reply
      .code(204)
      .headers({ ...PUBLIC, 'access-control-allow-methods': 'GET' })
      .send(),
  )
  for (const { method, url, there } of ELSEWHERE) {
    // Before the body: what is in it is for the authorization server alone.
    const redirect = async (request: FastifyRequest, reply: FastifyReply) => {
      const query = request.url.slice(url.length)
      return reply.headers(PUBLIC).redirect(`${issuer}${there}${query}`, 307)
    }
    http.route({ method, url, onRequest: redirect, handler: redirect })
  }
}
