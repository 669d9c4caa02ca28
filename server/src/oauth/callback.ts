import type { FastifyReply } from 'fastify'
import type { OAuthDeps } from './oauth-deps.ts'
import { orMessagePage } from './page-error.ts'
import { callbackHref } from './pages/consent-page.ts'
import { continuePage } from './pages/message-page.ts'
import { sendPage } from './pages/send-page.ts'
import { loginHref } from './places.ts'
import { resumeRequest } from './steps/resume-request.ts'
import { sendNextPage } from './steps/send-next-page.ts'
import { type BrowserRequest, readVisit, type Visit } from './steps/visit.ts'

/** GET /oauth/callback: back from the login, the person is shown the next page of the pending request. */
export async function callback(deps: OAuthDeps, request: BrowserRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { flow, choose } = request.query
  const visit = await readVisit(deps, request, reply, typeof flow === 'string' ? flow : '')
  return orMessagePage(reply, visit.language, async () => {
    const result = await deps.platform(tx => resumeRequest(tx, visit))
    return result ? sendNextPage(visit, result, { choose: choose === '1' }) : sendToLogin(visit, request)
  })
}

/**
 * The session cookie is Strict, so it does not come with what another site started (specification, OAuth rule 7): then
 * the page comes to itself once more, by its own doing. A person who is really logged out goes back to the login.
 */
function sendToLogin({ deps, reply, pendingId, language }: Visit, { headers, query }: BrowserRequest): FastifyReply {
  const isFirst = headers['sec-fetch-site'] === 'cross-site' && query.hop !== '1'
  if (isFirst) return sendPage(reply, 200, continuePage(language, callbackHref(pendingId, language, '&hop=1')))
  return reply.header('cache-control', 'no-store').redirect(loginHref(deps.places, pendingId), 302)
}
