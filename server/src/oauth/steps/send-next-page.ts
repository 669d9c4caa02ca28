import type { FastifyReply } from 'fastify'
import { mayEnter } from '../../domain/staff/session.ts'
import { chooserPage, noClinicPage } from '../pages/chooser-page.ts'
import { callbackHref, consentPage, nameOf } from '../pages/consent-page.ts'
import { secondFactorPage } from '../pages/message-page.ts'
import { sendFormPage, sendPage } from '../pages/send-page.ts'
import { loginHref } from '../places.ts'
import type { CallbackResult } from './resume-request.ts'
import { csrfToken } from './verify-form.ts'
import type { Visit } from './visit.ts'

/** Shows the first page that applies: no clinic, the choice of a clinic, its second factor, the consent. */
export function sendNextPage(visit: Visit, result: CallbackResult, { choose }: { choose: boolean }): FastifyReply {
  const { pending, session, clinics, chosen } = result
  const { deps, reply, language, pendingId } = visit
  const csrf = csrfToken(visit, session)
  const form = { language, pendingId, pending, session, csrf, loginHref: `${deps.places.webOrigin}/login?switch=1` }
  const send = (page: string) => sendFormPage(reply, pending.redirect_uri, page)
  if (clinics.length === 0) return send(noClinicPage(form))
  if (!chosen || (choose && clinics.length > 1)) return send(chooserPage({ ...form, clinics }))
  if (!mayEnter(session, chosen.clinic)) return sendSecondFactorPage(visit, result, 200)
  return send(consentPage({ ...form, chosen, hasOthers: clinics.length > 1 }))
}

/** The chosen clinic asks for a second factor that this login has not given. */
export function sendSecondFactorPage(
  { deps: { places }, reply, language, pendingId }: Visit,
  { session, clinics, chosen }: CallbackResult,
  status: number,
): FastifyReply {
  const clinic = chosen?.clinic
  const more = { step_up: '2fa', ...(clinic && { clinic: clinic.company_id }) }
  const enrolled = session.second_factor_enrolled
  const href = enrolled ? loginHref(places, pendingId, more) : `${places.webOrigin}/`
  const otherHref = clinics.length > 1 ? callbackHref(pendingId, language, '&choose=1') : undefined
  const clinicName = clinic ? nameOf(clinic, language) : ''
  return sendPage(reply, status, secondFactorPage({ language, enrolled, href, otherHref, clinicName }))
}
