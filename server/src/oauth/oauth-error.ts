import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Strangers } from '../http/strangers.ts'

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

const DESCRIPTIONS = { slow_down: 'Too many requests.', temporarily_unavailable: 'Try again later.' } as const

/** Refuses a client that has to wait, and says how long. */
export function requireNoWait(seconds: number, error: keyof typeof DESCRIPTIONS = 'slow_down'): void {
  if (seconds > 0) throw new OAuthError(error, DESCRIPTIONS[error], seconds)
}

/** What is refused counts against its network, and is too much where that has asked too often. */
function limited(strangers: Strangers, request: FastifyRequest, error: OAuthError): OAuthError {
  if (STATUS[error.code] >= 500 || error.retryAfterSeconds !== undefined) return error
  const wait = strangers.takeRefusal(request)
  return wait > 0 ? new OAuthError('slow_down', DESCRIPTIONS.slow_down, wait) : error
}

export type ErrorHandler = ReturnType<typeof oauthErrorHandler>

/** Answers with the body that OAuth clients read (RFC 6749 section 5.2): `error` is text, never an envelope. */
export const oauthErrorHandler =
  (strangers: Strangers) =>
  (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const ours = isTheirs(thrown) ? new OAuthError('invalid_request', 'The body cannot be read.') : thrown
    const { code, message, retryAfterSeconds } = limited(
      strangers,
      request,
      ours instanceof OAuthError ? ours : new OAuthError('server_error', `Quote ${request.id} when you report this.`),
    )
    request.refusal = { code, error: thrown }
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    const challenge = CHALLENGES[code]
    if (challenge !== undefined) reply.header('www-authenticate', challenge)
    return reply.code(STATUS[code]).send({ error: code, error_description: message })
  }
