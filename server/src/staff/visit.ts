import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Looking, type StaffSession, sessionOf } from '../domain/staff/session.ts'
import type { Person, StaffDeps, VisitDeps } from '../domain/staff/staff-deps.ts'
import type { Strangers } from '../http/strangers.ts'
import { refuse } from '../kernel/errors.ts'
import type { SessionCookie } from './session-cookie.ts'

/** A request of the console that concerns no clinic, with what logins and sessions are made with. */
export interface Visit extends VisitDeps {
  /** Of the session that the browser says it has. */
  token: string | undefined
  /** Gives the browser the token of a session: the person is known by now. */
  keepToken(token: string): void
  forgetToken(): void
  /** What is known by now of whose login it is, and whether that was proved. */
  known(): { person: Person; proved: boolean }
}

/** The same for a person whose login is complete. */
export interface Login extends Visit {
  token: string
  session: StaffSession
}

declare module '../kernel/implement.ts' {
  interface Given {
    anybody: Visit
    login: Login
  }
}

/** The session of a login that is complete. */
export async function requireSession(deps: StaffDeps, token: string, looking?: Looking): Promise<StaffSession> {
  const session = (await sessionOf(deps, token, looking)) ?? refuse('unauthenticated')
  return session.state === 'ok' ? session : refuse('second_factor_required')
}

export const visitOf = (
  { run, box, cookie, strangers }: StaffDeps & { cookie: SessionCookie; strangers: Strangers },
  request: FastifyRequest,
  reply: FastifyReply,
): Visit => {
  let known: ReturnType<Visit['known']> = { person: {}, proved: false }
  return {
    run,
    box,
    address: request.address,
    requestId: request.id,
    userAgent: request.headers['user-agent'],
    token: cookie.read(request),
    keepToken(token) {
      strangers.know(request)
      cookie.write(reply, token)
    },
    forgetToken: () => cookie.clear(reply),
    claims(more) {
      known = { ...known, person: { ...known.person, ...more } }
    },
    isBy(more) {
      known = { person: { ...known.person, ...more }, proved: true }
    },
    known: () => known,
  }
}
