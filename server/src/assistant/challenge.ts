import { DEFAULT_ASSISTANT_SCOPES } from '@clinic/contract/assistant-scopes.ts'
import type { FastifyReply } from 'fastify'
import type { Resource } from './resource.ts'

const PROBLEMS = {
  invalid_request: { status: 400, description: 'The Authorization header holds no bearer token.' },
  invalid_token: { status: 401, description: 'The access token is not valid here, was revoked, or has expired.' },
  insufficient_scope: { status: 403, description: 'The person has not been asked for a scope that this call needs.' },
} as const

/**
 * Says where to get a token, and with which scopes (RFC 6750 section 3, RFC 9728 section 5.1). A client that sent none is
 * told of no error.
 */
export function challenge(
  reply: FastifyReply,
  resource: Resource,
  { error, scopes = DEFAULT_ASSISTANT_SCOPES }: { error?: keyof typeof PROBLEMS; scopes?: readonly string[] } = {},
): FastifyReply {
  const { status, description } = PROBLEMS[error ?? 'invalid_token']
  const parts = [
    ...(error ? [`error="${error}"`, `error_description="${description}"`] : []),
    `scope="${scopes.join(' ')}"`,
    `resource_metadata="${resource.metadataUrl}"`,
  ]
  reply.request.refusal = { code: error ?? 'unauthenticated' }
  return reply
    .code(error ? status : 401)
    .headers({
      'www-authenticate': `Bearer ${parts.join(', ')}`,
      'access-control-expose-headers': 'WWW-Authenticate',
    })
    .send(error ? { error, error_description: description } : { error_description: 'A bearer token is needed.' })
}
