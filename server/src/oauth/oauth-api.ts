import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { SecretBox } from '../kernel/secret-box.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { authorize, type Places } from './authorize.ts'
import { browserTokens } from './browser-tokens.ts'
import { sendErrorPage } from './error-page.ts'
import { formBodies, textFields } from './form.ts'
import { introspect } from './introspect.ts'
import { serverMetadata } from './metadata.ts'
import { OAuthError, refuseOAuth, sendOAuthError } from './oauth-error.ts'
import { register } from './register.ts'
import { revoke } from './revoke.ts'
import { secretHash } from './secrets.ts'
import { token } from './token.ts'

export interface OAuthDeps {
  /** Runs what belongs to no clinic in one transaction. */
  platform<Value>(run: (tx: PlatformTx) => Promise<Value>): Promise<Value>
  box: SecretBox
  /** The public origins, without a slash at the end: the API's is the issuer. */
  places: Places
}

/** What the resource server shows when it asks about a token. */
export const introspectionCredential = (box: SecretBox): string => box.password('token introspection')

/** The authorization server, as far as the login page. It speaks the RFCs' bodies, not those of /api/v1. */
export function oauthApi(deps: OAuthDeps): FastifyPluginAsync {
  return async app => {
    formBodies(app)
    app.setErrorHandler((error, request, reply) => sendOAuthError(error, request, reply))
    forBrowsers(app)
    endpoints(app, deps)
  }
}

/** Clients that run in browsers read these endpoints from anywhere; what they answer is never kept. */
function forBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store', pragma: 'no-cache' })
  })
  for (const url of ['/.well-known/oauth-authorization-server', '/oauth/register', '/oauth/token', '/oauth/revoke'])
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

function endpoints(app: FastifyInstance, { platform, box, places }: OAuthDeps): void {
  const { issuer } = places
  const cookie = browserTokens(issuer)
  const metadata = serverMetadata(issuer)
  const credential = secretHash(introspectionCredential(box))

  app.get('/.well-known/oauth-authorization-server', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300').removeHeader('pragma')
    return metadata
  })
  app.get<{ Querystring: Record<string, unknown> }>('/oauth/authorize', async ({ query, headers }, reply) => {
    const next = await platform(tx => authorize(tx, query, places))
    if (!next) return sendErrorPage(reply, ...NO_TARGET)
    if (next.browserToken) reply.header('set-cookie', cookie.adding(headers.cookie, next.browserToken))
    return reply.redirect(next.location, 302)
  })
  app.post('/oauth/register', async ({ body }, reply) => {
    const client = await platform(tx => register(tx, body, issuer))
    return reply.code(201).send(client)
  })
  app.post('/oauth/token', async ({ body }) => {
    const outcome = await platform(tx => token(tx, textFields(body)))
    if (outcome instanceof OAuthError) throw outcome
    return outcome
  })
  app.post('/oauth/revoke', async ({ body }, reply) => {
    await platform(tx => revoke(tx, textFields(body)))
    return reply.code(200).send()
  })
  app.post('/oauth/introspect', async request => {
    requireCredential(request, credential)
    return platform(tx => introspect(tx, textFields(request.body), issuer))
  })
}

const NO_TARGET = [
  'This app is not registered here, or asked to be answered at an address that it did not register.',
  'هذا التطبيق غير مسجل هنا، أو طلب الرد على عنوان لم يسجله.',
] as const

function requireCredential({ headers }: FastifyRequest, expected: Buffer): void {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!timingSafeEqual(secretHash(given), expected)) refuseOAuth('unauthorized', 'Only the resource server may ask.')
}
