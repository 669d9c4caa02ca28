import { timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assistantBox, introspectionCredential } from '../kernel/values/assistant-box.ts'
import { countingReplays, recordEvent } from './events.ts'
import { type Fields, formBodies, textFields, tokensIn, withBasic } from './form.ts'
import { introspection } from './introspect.ts'
import { serverMetadata } from './metadata.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { type ErrorHandler, OAuthError, oauthErrorHandler, refuseOAuth, requireNoWait } from './oauth-error.ts'
import { register } from './register.ts'
import { revoke } from './revoke.ts'
import { secretHash } from './secrets.ts'
import { token } from './token.ts'

const METADATA = '/.well-known/oauth-authorization-server'
/** Each also where clients look that never read the metadata. */
const REGISTER = ['/oauth/register', '/register']
const TOKEN = ['/oauth/token', '/token']
const REVOKE = '/oauth/revoke'

/** The endpoints that programs ask: assistants, and the resource server. */
export function clientEndpoints(app: FastifyInstance, deps: OAuthDeps): void {
  formBodies(app)
  const sendError = oauthErrorHandler(deps.strangers)
  app.setErrorHandler(sendError)
  allowAnyOrigin(app)
  metadataEndpoint(app, deps)
  registrationEndpoint(app, deps, sendError)
  tokenEndpoint(app, deps)
  revocationEndpoint(app, deps, sendError)
  introspectionEndpoint(app, deps)
}

/** Clients that run in browsers read these endpoints from anywhere; what they answer is never kept. */
function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', pragma: 'no-cache' })
  })
  for (const url of [METADATA, ...REGISTER, ...TOKEN, REVOKE])
    app.options(url, (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'content-type, authorization, mcp-protocol-version',
        })
        .send(),
    )
}

function metadataEndpoint(app: FastifyInstance, { places }: OAuthDeps): void {
  const metadata = serverMetadata(places)
  app.get(METADATA, { config: { kept: 'fiveMinutes' } }, async (_request, reply) => {
    reply.removeHeader('pragma')
    return metadata
  })
}

function registrationEndpoint(app: FastifyInstance, deps: OAuthDeps, sendError: ErrorHandler): void {
  for (const url of REGISTER)
    app.post(url, { errorHandler: asInvalidMetadata(sendError) }, async (request, reply) => {
      const origin = deps.originOf(request)
      requireNoWait(deps.strangers.takeWrite(request))
      const { issuer } = deps.places
      const client = await deps.platform(tx => register(tx, request.body, issuer, recordEvent(origin)))
      return reply.code(201).send(client)
    })
}

function tokenEndpoint(app: FastifyInstance, deps: OAuthDeps): void {
  for (const url of TOKEN)
    app.post(url, async request => {
      const origin = deps.originOf(request)
      const fields = withBasic(textFields(request.body), request.headers.authorization)
      const record = countingReplays(recordEvent(origin), deps.replays)
      const response = await deps.platform(tx => token(tx, fields, { ...deps, record }))
      deps.asked.add(grantOf(fields), response instanceof OAuthError ? response.code : 'issued')
      if (response instanceof OAuthError) throw response
      return response
    })
}

const GRANTS = ['authorization_code', 'refresh_token']

/** What is given for a token; callers may write anything there. */
const grantOf = ({ grant_type: type = '' }: Fields): string => (GRANTS.includes(type) ? type : 'other')

function revocationEndpoint(app: FastifyInstance, deps: OAuthDeps, sendError: ErrorHandler): void {
  app.post(REVOKE, { errorHandler: neverInvalid(sendError) }, async (request, reply) => {
    const origin = deps.originOf(request)
    const revoked = await deps.platform(tx => revoke(tx, textFields(request.body), recordEvent(origin)))
    // RFC 7009 section 2.2.1: the client must take the token for alive and try again.
    if (!revoked) requireNoWait(deps.strangers.takeRefusal(request), 'temporarily_unavailable')
    return reply.code(200).send()
  })
}

function introspectionEndpoint(app: FastifyInstance, { run, cell, box, places, originOf }: OAuthDeps): void {
  const credential = secretHash(introspectionCredential(assistantBox(box)))
  const introspect = introspection({ run, cell }, places.issuer)
  app.post('/oauth/introspect', async (request, reply) => {
    requireCredential(request, credential)
    const tokens = tokensIn(request.body)
    const answers = await introspect(tokens ?? [textFields(request.body).token ?? ''], originOf(request))
    // One JSON text a line: the resource server need not read again a line that says what it said before.
    return reply.type(tokens ? 'application/x-ndjson' : 'application/json').send(answers.join('\n'))
  })
}

function requireCredential({ headers }: FastifyRequest, expected: Buffer): void {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!timingSafeEqual(secretHash(given), expected)) refuseOAuth('unauthorized', 'Only the resource server may ask.')
}

/** A registration that cannot be read is refused in the words of RFC 7591 section 3.2.2, which know no bad request. */
const asInvalidMetadata =
  (sendError: ErrorHandler) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const unread = new OAuthError('invalid_client_metadata', 'The body must be JSON of at most 16 KB.')
    return sendError(isUnreadable(error) ? unread : error, request, reply)
  }

/** Revocation answers 200 whatever comes, also what cannot be read (specification, Limits 5), unless we fail ourselves. */
const neverInvalid = (sendError: ErrorHandler) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  isUnreadable(error) ? reply.code(200).send() : sendError(error, request, reply)

const isUnreadable = (error: FastifyError): boolean =>
  error instanceof OAuthError ? error.code === 'invalid_request' : (error.statusCode ?? 500) < 500
