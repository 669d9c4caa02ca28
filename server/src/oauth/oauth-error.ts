import type { FastifyReply, FastifyRequest } from 'fastify'

/** The codes of RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591 section 3.2.2 and RFC 8707 section 2, with their status. */
const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  unauthorized_client: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  unauthorized: 401,
  slow_down: 429,
  temporarily_unavailable: 503,
  server_error: 500,
} as const

export type OAuthErrorCode = keyof typeof STATUS

/** A request that the authorization server refuses, in the terms of the RFCs. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  /** When it is worth trying again. */
  readonly retryAfterSeconds: number | undefined
  constructor(code: OAuthErrorCode, description: string, retryAfterSeconds?: number) {
    super(description)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Refuses the request with a code of the RFCs and a sentence for developers. */
export function refuseOAuth(code: OAuthErrorCode, description: string): never {
  throw new OAuthError(code, description)
}

/** How to prove who asks, where that is what was wrong (RFC 9110 section 15.5.2, RFC 6749 section 5.2). */
const CHALLENGES: Partial<Record<OAuthErrorCode, string>> = {
  invalid_client: 'Basic realm="client", charset="UTF-8"',
  unauthorized: 'Bearer realm="resource server"',
}

const isTheirs = (thrown: unknown): boolean =>
  thrown instanceof Error && 'statusCode' in thrown && Number(thrown.statusCode) < 500

/** Answers with the body that OAuth clients read (RFC 6749 section 5.2): `error` is text, never an envelope. */
export function sendOAuthError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const ours = isTheirs(thrown) ? new OAuthError('invalid_request', 'The body cannot be read.') : thrown
  const { code, message, retryAfterSeconds } =
    ours instanceof OAuthError ? ours : new OAuthError('server_error', `Quote ${request.id} when you report this.`)
  request.refusal = { code, error: thrown }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const challenge = CHALLENGES[code]
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  return reply.code(STATUS[code]).send({ error: code, error_description: message })
}
