import type { FastifyRequest } from 'fastify'
import type { StaffSession } from '../../domain/staff/session.ts'
import { browserTokens } from '../browser-tokens.ts'
import type { OAuthDeps } from '../oauth-deps.ts'
import { type Language, languageOf } from '../pages/texts.ts'

export type BrowserRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: unknown }>

/** Who looks at a page of a pending request, and in which language. */
export interface Visit {
  pendingId: string
  session: StaffSession | undefined
  browserTokens: readonly string[]
  language: Language
}

export async function readVisit(deps: OAuthDeps, request: BrowserRequest, pendingId: string): Promise<Visit> {
  const { query, headers } = request
  const session = await deps.session(request)
  return {
    pendingId,
    session,
    browserTokens: browserTokens(deps.places.issuer).read(headers.cookie),
    language: languageOf(query.lang, session?.language, headers['accept-language']),
  }
}
