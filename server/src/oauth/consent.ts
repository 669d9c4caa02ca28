import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { authorizationResponse } from './authorization-response.ts'
import { sendSecondFactorPage } from './callback.ts'
import { type Decision, decisionIn, refuseForgery } from './decide.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { orMessagePage, requireNoWait } from './page-error.ts'
import { callbackHref } from './pages/form-pages.ts'
import { continuePage, returningPage } from './pages/message-page.ts'
import { sendPage } from './pages/send-page.ts'
import type { PendingRequest } from './pending-request.ts'
import { loginHref } from './places.ts'
import { secretHash } from './secrets.ts'
import { type BrowserRequest, type CallbackResult, csrfToken, readVisit, resumeRequest, type Visit } from './visit.ts'

/**
 * Apps that go on from their https address into a program on the person's machine: browsers hold that hop to the form's
 * `form-action` too, so these are answered by a page, which ends the form's chain.
 */
const HOPPING = new Set(['https://claude.ai', 'https://claude.com'])

/**
 * POST /oauth/consent: what the person decided on a page of the pending request. Everything that was checked for the page
 * is checked again, and then the proof that the form is ours.
 */
export async function consent(deps: OAuthDeps, request: BrowserRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const visit = await readVisit(deps, request, reply, form.get('flow') ?? '')
  return orMessagePage(deps.strangers, reply, visit.language, async () => {
    requireOwnOrigin(request, deps.places.issuer)
    const decided = await deps.platform(async tx => {
      const result = await resumeRequest(tx, visit)
      if (!result) return undefined
      requireNoWait(deps.take('consent', visit.pendingId))
      requireCsrfToken(form, csrfToken(visit, result.session))
      return { result, decision: await decisionIn(form)(tx, result, form, visit.record) }
    })
    return decided ? answer(visit, decided.result, decided.decision) : sendToLogin(visit)
  })
}

/** Browsers name the origin of every form; a form of another site is not ours, whatever it knows. */
function requireOwnOrigin({ headers }: BrowserRequest, issuer: string): void {
  const isOwn = headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === issuer
  if (!isOwn) refuseForgery()
}

function requireCsrfToken(form: URLSearchParams, expected: string): void {
  if (!timingSafeEqual(secretHash(form.get('csrf') ?? ''), secretHash(expected))) refuseForgery()
}

const sendToLogin = ({ deps, reply, language, pendingId }: Visit): FastifyReply =>
  sendPage(reply, 200, continuePage(language, loginHref(deps.places, pendingId)))

function answer(visit: Visit, result: CallbackResult, decision: Decision): FastifyReply {
  if (decision === 'second_factor') return sendSecondFactorPage(visit, result, 403)
  if (decision !== 'clinic_chosen') return answerClient(visit, result.pending, decision.response)
  const { reply, pendingId, language } = visit
  return reply.redirect(callbackHref(pendingId, language), 303)
}

/** Answers the client at the address that was validated with its request (RFC 9207: with who answers). */
function answerClient(
  { deps, reply, language }: Visit,
  { redirect_uri: redirectUri, state }: PendingRequest,
  response: Readonly<Record<string, string>>,
): FastifyReply {
  const location = authorizationResponse(redirectUri, { ...response, state, iss: deps.places.issuer })
  if (HOPPING.has(new URL(location).origin))
    return sendPage(reply, 200, returningPage(language, location, 'code' in response))
  return reply.redirect(location, 303)
}
