import type { FastifyReply } from 'fastify'
import {
  type AuthorizationError,
  type RedirectTarget,
  readAuthorizationRequest,
  redirectTarget,
} from './authorization-request.ts'
import { authorizationResponse } from './authorization-response.ts'
import { browserTokens } from './browser-tokens.ts'
import { type Client, mayRedirectError } from './clients.ts'
import { type RecordEvent, recordEvent } from './events.ts'
import { isStorable } from './form.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { orMessagePage, refusePage, requireNoWait } from './page-error.ts'
import { languageOf } from './pages/texts.ts'
import { storeRequest } from './pending-request.ts'
import { loginHref, type Places } from './places.ts'
import type { BrowserRequest } from './visit.ts'

/**
 * GET /oauth/authorize (RFC 6749 section 4.1.1): first whether there is a client to answer, then the request, then it is
 * stored and the browser sent to the clinic's login, which returns it to the callback.
 */
export function authorize(deps: OAuthDeps, request: BrowserRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { places } = deps
  const { query, headers } = request
  const source = deps.originOf(request)
  const record = recordEvent(source)
  return orMessagePage(
    deps.strangers,
    reply,
    languageOf(query.ui_locales, undefined, headers['accept-language']),
    async () => {
      requireNoWait(deps.strangers.takeWrite(request))
      const client = await readableClient(deps, query.client_id, record)
      const target = redirectTarget(query, client, places)
      if (!client || !target) return refusePage('unknownApp')
      const wanted = readAuthorizationRequest(query, places.resource)
      if ('error' in wanted) return reply.redirect(errorResponse(places, client, target, wanted), 302)
      const { id, browserToken } = await deps.platform(async tx => {
        const stored = await storeRequest(tx, { ...target, ...wanted })
        await record(tx, 'flow.started', { clientId: client.client_id, scope: wanted.scope })
        return stored
      })
      reply.header('set-cookie', browserTokens(places.issuer).adding(headers.cookie, browserToken))
      return reply.redirect(loginHref(places, id), 302)
    },
  )
}

async function readableClient({ findClient }: OAuthDeps, given: unknown, record: RecordEvent) {
  const clientId = typeof given === 'string' && isStorable(given) ? given : ''
  const client = await findClient(clientId, record)
  return client === 'unreadable' ? refusePage('unreadableApp', { detail: clientId }) : client
}

/** Where the client is told of its error; a client that may not be, by the person alone, who is shown it. */
function errorResponse(
  { issuer }: Places,
  client: Client,
  { redirect_uri: redirectUri, state }: RedirectTarget,
  { error, description }: AuthorizationError,
): string {
  const returnTo = authorizationResponse(redirectUri, { error, error_description: description, state, iss: issuer })
  return mayRedirectError(client)
    ? returnTo
    : refusePage('badRequest', { detail: `${error}: ${description}`, returnTo })
}
