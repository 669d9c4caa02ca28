import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StaffSession } from '../../domain/staff/session.ts'
import { browserTokens } from '../browser-tokens.ts'
import { type RecordEvent, recordEvent } from '../events.ts'
import type { OAuthDeps } from '../oauth-deps.ts'
import { type Language, languageOf } from '../pages/texts.ts'

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
