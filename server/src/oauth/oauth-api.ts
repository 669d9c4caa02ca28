import { timingSafeEqual } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { addressBlock } from '../kernel/values/address-block.ts'
import { assistantBox, introspectionCredential } from '../kernel/values/assistant-box.ts'
import { authorize } from './authorize.ts'
import { browserRoutes } from './browser-routes.ts'
import { browserTokens } from './browser-tokens.ts'
import { noteEvent } from './events.ts'
import { formBodies, isStorable, textFields, tokensIn, withBasic } from './form.ts'
import { introspection } from './introspect.ts'
import { type Limited, networkOf } from './limits.ts'
import { serverMetadata } from './metadata.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { OAuthError, refuseOAuth, sendOAuthError } from './oauth-error.ts'
import { messagePage } from './pages/message-page.ts'
import { sendPage } from './pages/send-page.ts'
import { languageOf } from './pages/texts.ts'
import { register } from './register.ts'
import { revoke } from './revoke.ts'
import { secretHash } from './secrets.ts'
import { token } from './token.ts'

/** The authorization server. It speaks the RFCs' bodies and pages for people, not the envelope of /api/v1. */
export function oauthApi(deps: OAuthDeps): FastifyPluginAsync {
  return async app => {
    await app.register(async scope => {
      formBodies(scope)
      scope.setErrorHandler((error, request, reply) => sendOAuthError(error, request, reply))
      forClients(scope)
      endpoints(scope, deps)
    })
    await app.register(async scope => {
      scope.removeAllContentTypeParsers()
      scope.setErrorHandler<FastifyError>((error, request, reply) => sendTrouble(error, request, reply))
      authorizeRoute(scope, deps)
      browserRoutes(scope, deps)
    })
  }
}

const METADATA = '/.well-known/oauth-authorization-server'
/** Each also where clients look that never read the metadata. */
const REGISTER = ['/oauth/register', '/register']
const TOKEN = ['/oauth/token', '/token']
const REVOKE = '/oauth/revoke'

/** Clients that run in browsers read these endpoints from anywhere; what they answer is never kept. */
function forClients(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store', pragma: 'no-cache' })
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

function endpoints(app: FastifyInstance, deps: OAuthDeps): void {
  const { platform, run, box, places, originOf } = deps
  const { issuer } = places
  const metadata = serverMetadata(places)
  const credential = secretHash(introspectionCredential(assistantBox(box)))
  const introspect = introspection(run, issuer)

  app.get(METADATA, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300').removeHeader('pragma')
    return metadata
  })
  for (const url of REGISTER)
    app.post(url, { errorHandler: asMetadata }, async (request, reply) => {
      await spare(deps, 'register', networkOf(originOf(request).address))
      const client = await platform(tx => register(tx, request.body, issuer, noteEvent(originOf(request))))
      return reply.code(201).send(client)
    })
  for (const url of TOKEN)
    app.post(url, async request => {
      const fields = withBasic(textFields(request.body), request.headers.authorization)
      await spare(deps, 'token', fields.code ?? fields.refresh_token ?? networkOf(originOf(request).address))
      const outcome = await platform(tx => token(tx, fields, noteEvent(originOf(request))))
      if (!(outcome instanceof OAuthError)) return outcome
      await spare(deps, 'failure', networkOf(originOf(request).address))
      throw outcome
    })
  app.post(REVOKE, { errorHandler: neverRefuse }, async (request, reply) => {
    const wait = await deps.take('revoke', networkOf(originOf(request).address))
    // RFC 7009 section 2.2.1: the client must take the token for alive and try again.
    if (wait > 0) throw new OAuthError('temporarily_unavailable', 'Try again later.', wait)
    await platform(tx => revoke(tx, textFields(request.body), noteEvent(originOf(request))))
    return reply.code(200).send()
  })
  app.post('/oauth/introspect', async (request, reply) => {
    requireCredential(request, credential)
    const tokens = tokensIn(request.body)
    const answers = await introspect(tokens ?? [textFields(request.body).token ?? ''], originOf(request))
    // One JSON text a line: who asks need not read again a line that says what it said before.
    return reply.type(tokens ? 'application/x-ndjson' : 'application/json').send(answers.join('\n'))
  })
}

/** A registration that cannot be read is refused in the words of RFC 7591 section 3.2.2, which know no bad request. */
function asMetadata(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const unread = new OAuthError('invalid_client_metadata', 'The body must be JSON of at most 16 KB.')
  return sendOAuthError(isUnreadable(error) ? unread : error, request, reply)
}

/** Revocation answers 200 whatever comes, also what cannot be read (specification, Limits 5), unless we fail ourselves. */
function neverRefuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isUnreadable(error) ? reply.code(200).send() : sendOAuthError(error, request, reply)
}

const isUnreadable = (error: FastifyError): boolean =>
  error instanceof OAuthError ? error.code === 'invalid_request' : (error.statusCode ?? 500) < 500

/** Lets a request pass that is within the limit, and says to the others when to come again. */
async function spare({ take }: OAuthDeps, what: Limited, who: string): Promise<void> {
  const wait = await take(what, who)
  if (wait > 0) throw new OAuthError('slow_down', 'Too many requests.', wait)
}

type Query = Record<string, unknown>

function authorizeRoute(app: FastifyInstance, deps: OAuthDeps): void {
  const { platform, places, originOf, take } = deps
  const cookie = browserTokens(places.issuer)

  app.get<{ Querystring: Query }>('/oauth/authorize', async (request, reply) => {
    const { query, headers } = request
    reply.header('cache-control', 'no-store')
    const language = languageOf(query.ui_locales, undefined, headers['accept-language'])
    const origin = originOf(request)
    const wait = await take('authorize', addressBlock(origin.address))
    if (wait > 0) return sendPage(reply.header('retry-after', wait), 429, messagePage(language, 'tooMany'))
    const clientId = typeof query.client_id === 'string' && isStorable(query.client_id) ? query.client_id : ''
    const client = await deps.findClient(clientId, noteEvent(origin))
    if (client === 'unreadable')
      return sendPage(reply, 400, messagePage(language, 'unreadableApp', { detail: clientId }))
    const next = await platform(tx => authorize(tx, { query, client }, places, noteEvent(origin)))
    if (next.to === 'page') return sendPage(reply, 400, messagePage(language, next.message, next))
    if (next.to === 'login') reply.header('set-cookie', cookie.adding(headers.cookie, next.browserToken))
    return reply.redirect(next.location, 302)
  })
  app.get('/authorize', (request, reply) => {
    const [, query = ''] = request.url.split(/\?(.*)/s)
    return reply.header('cache-control', 'no-store').redirect(`/oauth/authorize?${query}`, 307)
  })
}

/** A person is shown a page, whatever goes wrong. */
function sendTrouble(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')
  const language = languageOf(undefined, undefined, request.headers['accept-language'])
  return sendPage(reply, status, messagePage(language, status < 500 ? 'forged' : 'trouble', { detail: request.id }))
}

function requireCredential({ headers }: FastifyRequest, expected: Buffer): void {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!timingSafeEqual(secretHash(given), expected)) refuseOAuth('unauthorized', 'Only the resource server may ask.')
}
