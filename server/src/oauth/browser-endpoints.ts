import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authorize } from './authorize.ts'
import { callback } from './callback.ts'
import { consent } from './consent.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { messagePage } from './pages/message-page.ts'
import { sendPage } from './pages/send-page.ts'
import { languageOf } from './pages/texts.ts'

const FORM_BYTES = 8_192

interface Route {
  Querystring: Record<string, unknown>
  Body: unknown
}

/** The part of a connection that a person sees: the request of the client, back from the login, the consent. */
export function browserEndpoints(app: FastifyInstance, deps: OAuthDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded/i,
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request: unknown, body: string | Buffer, done) => done(null, new URLSearchParams(String(body))),
  )
  app.setErrorHandler<FastifyError>(sendErrorPage)
  app.get<Route>('/oauth/authorize', (request, reply) => authorize(deps, request, reply))
  app.get('/authorize', redirectToAuthorize)
  app.get<Route>('/oauth/callback', (request, reply) => callback(deps, request, reply))
  app.post<Route>('/oauth/consent', (request, reply) => consent(deps, request, reply))
}

/** Where clients look that never read the metadata. */
function redirectToAuthorize(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [, query = ''] = request.url.split(/\?(.*)/s)
  return reply.redirect(`/oauth/authorize?${query}`, 307)
}

/** A person is shown a page, whatever goes wrong. */
function sendErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500
  const message = status < 500 ? 'forged' : 'trouble'
  request.refusal = { code: message, error }
  const language = languageOf(undefined, undefined, request.headers['accept-language'])
  return sendPage(reply, status, messagePage(language, message, { detail: request.id }))
}
