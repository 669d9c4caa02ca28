import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffSession } from '../domain/staff/session.ts'
import type { PlatformTx } from '../kernel/tx.ts'
import { browserTokens } from './browser-tokens.ts'
import { type RecordEvent, recordEvent } from './events.ts'
import { type GrantableClinic, grantableClinics } from './grantable-clinics.ts'
import type { OAuthDeps } from './oauth-deps.ts'
import { refusePage } from './page-error.ts'
import { type Language, languageOf } from './pages/texts.ts'
import { bindToPerson, findPendingRequest, isOfBrowser, type PendingRequest } from './pending-request.ts'

export type BrowserRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: unknown }>

/** One look at a page of a pending request: who looks, in which language, and where the answer goes. */
export interface Visit {
  deps: OAuthDeps
  reply: FastifyReply
  record: RecordEvent
  pendingId: string
  session: StaffSession | undefined
  browserTokens: readonly string[]
  language: Language
}

export async function readVisit(
  deps: OAuthDeps,
  request: BrowserRequest,
  reply: FastifyReply,
  pendingId: string,
): Promise<Visit> {
  const { query, headers } = request
  const session = await deps.session(request)
  const language = languageOf(query.lang, session?.language, headers['accept-language'])
  const tokens = browserTokens(deps.places.issuer).read(headers.cookie)
  const record = recordEvent(deps.originOf(request))
  return { deps, reply, record, pendingId, session, browserTokens: tokens, language }
}

/** A person who may go on: the request is pending, theirs, and in the browser where it began. */
export interface CallbackResult {
  pending: PendingRequest
  session: StaffSession
  clinics: GrantableClinic[]
  /** The clinic that was chosen, or the only one there is; none while there is a choice to make. */
  chosen: GrantableClinic | undefined
}

/**
 * Checks, for a page as for its form: the request, the browser, the login, the person. The request becomes that of the
 * first person who comes this far; what they may grant is looked up anew each time. Nothing where no one is logged in.
 */
export async function resumeRequest(tx: PlatformTx, visit: Visit): Promise<CallbackResult | undefined> {
  const { pendingId, browserTokens, session } = visit
  const pending = (await findPendingRequest(tx, pendingId)) ?? refusePage('expired')
  if (!isOfBrowser(pending, browserTokens)) return refusePage('otherBrowser')
  if (session?.state !== 'ok') return undefined
  const { user_id: userId } = session
  if (pending.user_id !== userId) {
    if (pending.user_id !== null || !(await bindToPerson(tx, pending, userId))) return refusePage('otherPerson')
    await visit.record(tx, 'flow.bound', { clientId: pending.client_id, userId })
  }
  const clinics = await grantableClinics(tx, pending, session)
  return { pending, session, clinics, chosen: chosenOf(pending, clinics) }
}

function chosenOf({ company_id: chosen }: PendingRequest, clinics: readonly GrantableClinic[]) {
  if (chosen === null) return clinics.length === 1 ? clinics[0] : undefined
  return clinics.find(({ clinic }) => clinic.company_id === chosen)
}

/** Proves that a form is one that we showed to this login for this pending request. */
export const csrfToken = ({ deps, pendingId }: Visit, session: StaffSession): string =>
  deps.box.mac(`${pendingId}\n${session.session_id}`, 'oauth consent', 32)
