import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayEnter, type StaffSession } from '../domain/staff/session.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { type Arrival, arrive, type Obstacle } from './arrival.ts'
import { withAnswer } from './authorization-request.ts'
import { loginHref } from './authorize.ts'
import { browserTokens } from './browser-tokens.ts'
import { allow, type Decision, deny } from './consent.ts'
import { type NoteEvent, noteEvent } from './events.ts'
import { chooseClinic } from './flow.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { chooserPage, noClinicPage } from './pages/chooser-page.ts'
import { consentPage, hrefOf, nameOf } from './pages/consent-page.ts'
import { hopPage, type Message, messagePage, returningPage, secondFactorPage } from './pages/message-page.ts'
import { sendFormPage, sendPage } from './pages/send-page.ts'
import { type Language, languageOf } from './pages/texts.ts'
import { secretHash } from './secrets.ts'

type Query = Record<string, unknown>
type Request = FastifyRequest<{ Querystring: Query; Body: unknown }>

const FORM_BYTES = 8_192

/**
 * Apps that go on from their https address into a program on the person's machine: browsers hold that hop to the form's
 * `form-action` too, so these are answered by a page, which ends the form's chain.
 */
const HOPPING = new Set(['https://claude.ai', 'https://claude.com'])

const MESSAGE_OF: Readonly<Record<Exclude<Obstacle, 'logged_out'> | 'other_clinic' | 'nothing_allowed', Message>> = {
  over: 'over',
  other_browser: 'otherBrowser',
  other_person: 'otherPerson',
  other_clinic: 'otherClinic',
  nothing_allowed: 'nothing',
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Who looks at a page, and with which words. */
interface Visit {
  flowId: string
  session: StaffSession | undefined
  browserTokens: readonly string[]
  language: Language
}

/** What came of a form. */
type Posted = Obstacle | 'forged' | { chosen: true } | { arrival: Arrival; decision: Decision }

/** The part of a connection that a person sees: back from the login, the choice of a clinic, the consent. */
export function browserRoutes(app: FastifyInstance, deps: OAuthDeps): void {
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded/i,
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request: unknown, body: string | Buffer, done) => done(null, new URLSearchParams(String(body))),
  )
  const cookie = browserTokens(deps.places.issuer)

  async function visitOf(request: Request, flowId: string): Promise<Visit> {
    const session = await deps.session(request)
    const language = languageOf(request.query.lang, session?.language, request.headers['accept-language'])
    return { flowId, session, language, browserTokens: cookie.read(request.headers.cookie) }
  }

  app.get<{ Querystring: Query }>('/oauth/callback', async (request, reply) => {
    const visit = await visitOf(request, textOf(request.query.flow))
    const note = noteEvent(deps.originOf(request))
    const arrival = await deps.platform(tx => arrive(tx, visit, note))
    if (arrival === 'logged_out') return toLogin(deps, request, reply, visit)
    if (typeof arrival === 'string') return sendPage(reply, 400, messagePage(visit.language, MESSAGE_OF[arrival]))
    return showStep(deps, reply, visit, arrival, request.query.choose === '1')
  })

  app.post<{ Querystring: Query; Body: unknown }>('/oauth/consent', async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const visit = await visitOf(request, form.get('flow') ?? '')
    const wait = await deps.take('consent', visit.flowId)
    if (wait > 0) return sendPage(reply.header('retry-after', wait), 429, messagePage(visit.language, 'tooMany'))
    const posted = isOwnOrigin(request, deps.places.issuer) ? await post(deps, request, visit, form) : 'forged'
    return answer(deps, reply, visit, posted)
  })
}

/** Browsers name the origin of every form; a form of another site is not ours, whatever it knows. */
function isOwnOrigin({ headers }: FastifyRequest, issuer: string): boolean {
  return headers.origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : headers.origin === issuer
}

/** Proves that a form is one that we showed to this login for this flow. */
const csrfOf = ({ box }: OAuthDeps, flowId: string, session: StaffSession): string =>
  box.mac(`${flowId}\n${session.session_id}`, 'oauth consent', 32)

const isSame = (given: string, expected: string): boolean => timingSafeEqual(secretHash(given), secretHash(expected))

/**
 * The session cookie is Strict, so it does not come with what another site started (specification, OAuth rule 7): then
 * the page comes to itself once more, by its own doing. Whoever is really logged out goes back to the login.
 */
function toLogin({ places }: OAuthDeps, request: Request, reply: FastifyReply, { flowId, language }: Visit) {
  const isFirst = request.headers['sec-fetch-site'] === 'cross-site' && request.query.hop !== '1'
  if (isFirst) return sendPage(reply, 200, hopPage(language, hrefOf(flowId, language, '&hop=1')))
  return reply.header('cache-control', 'no-store').redirect(loginHref(places, flowId), 302)
}

function showStep(deps: OAuthDeps, reply: FastifyReply, visit: Visit, arrival: Arrival, choose: boolean) {
  const { flow, session, offers, chosen } = arrival
  const { language, flowId } = visit
  const switchHref = `${deps.places.webOrigin}/login?switch=1`
  const form = { language, flowId, flow, session, csrf: csrfOf(deps, flowId, session), loginHref: switchHref }
  if (offers.length === 0) return sendFormPage(reply, flow.redirect_uri, noClinicPage(form))
  if (!chosen || (choose && offers.length > 1))
    return sendFormPage(reply, flow.redirect_uri, chooserPage({ ...form, offers }))
  if (!mayEnter(session, chosen.clinic)) return sendPage(reply, 200, askSecondFactor(deps, visit, arrival))
  const page = consentPage({ ...form, chosen, hasOthers: offers.length > 1 })
  return sendFormPage(reply, flow.redirect_uri, page)
}

function askSecondFactor(
  { places }: OAuthDeps,
  { language, flowId }: Visit,
  { session, offers, chosen }: Arrival,
): string {
  const clinic = chosen?.clinic
  const more = { step_up: '2fa', ...(clinic && { clinic: clinic.company_id }) }
  const enrolled = session.second_factor_enrolled
  const href = enrolled ? loginHref(places, flowId, more) : `${places.webOrigin}/`
  const otherHref = offers.length > 1 ? hrefOf(flowId, language, '&choose=1') : undefined
  return secondFactorPage({ language, enrolled, href, otherHref, clinicName: clinic ? nameOf(clinic, language) : '' })
}

/** Everything that is checked of who comes is checked again with the form, and then the proof that it is ours. */
function post(deps: OAuthDeps, request: Request, visit: Visit, form: URLSearchParams): Promise<Posted> {
  const note = noteEvent(deps.originOf(request))
  return deps.platform(async (tx): Promise<Posted> => {
    const arrival = await arrive(tx, visit, note)
    if (typeof arrival === 'string') return arrival
    if (!isSame(form.get('csrf') ?? '', csrfOf(deps, visit.flowId, arrival.session))) return 'forged'
    if (form.get('decision') === 'deny') return { arrival, decision: await deny(tx, arrival, note) }
    if (form.get('step') === 'clinic') return choose(tx, arrival, form, note)
    if (form.get('decision') !== 'allow' || form.get('step') !== 'consent') return 'forged'
    const wish = { companyId: form.get('company_id') ?? undefined, ticked: form.getAll('scope') }
    return { arrival, decision: await allow(tx, arrival, wish, note) }
  })
}

async function choose(tx: PlatformTx, arrival: Arrival, form: URLSearchParams, note: NoteEvent): Promise<Posted> {
  const { flow, session } = arrival
  const companyId = form.get('company_id')
  const offer = arrival.offers.find(({ clinic }) => clinic.company_id === companyId)
  if (!offer) return { arrival, decision: 'other_clinic' }
  await chooseClinic(tx, flow, offer.clinic.company_id)
  const whose = { clientId: flow.client_id, userId: session.user_id, companyId: offer.clinic.company_id }
  await note(tx, 'flow.clinic_chosen', whose)
  return { chosen: true }
}

function answer(deps: OAuthDeps, reply: FastifyReply, visit: Visit, posted: Posted): FastifyReply {
  const { language, flowId } = visit
  const refuse = (message: Message, status = 400) => sendPage(reply, status, messagePage(language, message))
  if (posted === 'forged') return refuse('forged', 403)
  if (posted === 'logged_out') return sendPage(reply, 200, hopPage(language, loginHref(deps.places, flowId)))
  if (typeof posted === 'string') return refuse(MESSAGE_OF[posted])
  if ('chosen' in posted) return reply.header('cache-control', 'no-store').redirect(hrefOf(flowId, language), 303)
  const { arrival, decision } = posted
  if (decision === 'second_factor') return sendPage(reply, 403, askSecondFactor(deps, visit, arrival))
  if (typeof decision === 'string') return refuse(MESSAGE_OF[decision])
  return toClient(deps, reply, visit, arrival, decision.answer)
}

/** Answers the client at the address that was validated when the flow began (RFC 9207: with who answers). */
function toClient(
  { places }: OAuthDeps,
  reply: FastifyReply,
  { language }: Visit,
  { flow }: Arrival,
  given: Readonly<Record<string, string>>,
): FastifyReply {
  const location = withAnswer(flow.redirect_uri, { ...given, state: flow.state, iss: places.issuer })
  if (HOPPING.has(new URL(location).origin))
    return sendPage(reply, 200, returningPage(language, location, 'code' in given))
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(location, 303)
}
