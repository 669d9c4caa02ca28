import type { FastifyReply } from 'fastify'
import { mayEnter } from '../domain/staff/session.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { orMessagePage } from './page-error.ts'
import { callbackHref, chooserPage, consentPage, noClinicPage, secondFactorPage } from './pages/form-pages.ts'
import { continuePage } from './pages/message-page.ts'
import { sendFormPage, sendPage } from './pages/send-page.ts'
import { loginHref } from './places.ts'
import { type BrowserRequest, type CallbackResult, csrfToken, readVisit, resumeRequest, type Visit } from './visit.ts'

/** GET /oauth/callback: back from the login, the person is shown the next page of the pending request. */
export async function callback(deps: OAuthDeps, request: BrowserRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { flow, choose } = request.query
  const visit = await readVisit(deps, request, reply, typeof flow === 'string' ? flow : '')
  return orMessagePage(deps.strangers, reply, visit.language, async () => {
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
  return reply.redirect(loginHref(deps.places, pendingId), 302)
}

/** Shows the first page that applies: no clinic, the choice of a clinic, its second factor, the consent. */
function sendNextPage(visit: Visit, result: CallbackResult, { choose }: { choose: boolean }): FastifyReply {
  const { pending, session, clinics, chosen } = result
  const { deps, reply, language, pendingId } = visit
  const csrf = csrfToken(visit, session)
  const form = { ...result, language, pendingId, csrf, loginHref: `${deps.places.webOrigin}/login?switch=1` }
  const send = (page: string) => sendFormPage(reply, pending.redirect_uri, page)
  if (clinics.length === 0) return send(noClinicPage(form))
  if (!chosen || (choose && clinics.length > 1)) return send(chooserPage(form))
  if (!mayEnter(session, chosen.clinic)) return sendSecondFactorPage(visit, result, 200)
  return send(consentPage({ ...form, chosen }))
}

/** The chosen clinic asks for a second factor that this login has not given. */
export const sendSecondFactorPage = (
  { deps, reply, language, pendingId }: Visit,
  result: CallbackResult,
  status: number,
): FastifyReply => sendPage(reply, status, secondFactorPage({ ...result, language, pendingId }, deps.places))
