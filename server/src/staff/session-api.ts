import {
  confirmIdentity,
  endOtherSessions,
  endSession,
  enterClinic,
  getSession,
  giveSecondFactor,
  listSessions,
  logIn,
  logOut,
} from '@clinic/contract/staff/session.ts'
import * as confirm from '../domain/staff/confirm-identity.ts'
import * as secondFactor from '../domain/staff/give-second-factor.ts'
import * as login from '../domain/staff/log-in.ts'
import { endOwnSessions, ownSessions } from '../domain/staff/own-sessions.ts'
import * as sessions from '../domain/staff/session.ts'
import { refuse } from '../kernel/errors.ts'
import { refuseStaff } from '../kernel/staff-refusal.ts'
import { presentOpenSession } from '../present/open-session.ts'
import { presentSession } from '../present/session.ts'
import { forAnybody, forLogin } from './implement-staff.ts'
import { requireSession } from './staff-call.ts'

/** Who is logged in and where: contract section 11a. */
export const sessionApi = [
  forAnybody(logIn, async (deps, credentials, { request, reply, address }) => {
    const browser = { address, userAgent: request.headers['user-agent'], earlier: deps.cookie.read(request) }
    const { token, state } = await login.logIn(deps, { ...credentials, ...browser })
    deps.cookie.write(reply, token)
    return { data: { state } }
  }),
  forAnybody(giveSecondFactor, async (deps, { code }, { request, reply, address }) => {
    const earlier = deps.cookie.read(request) ?? refuse('unauthenticated')
    const { token } = await secondFactor.giveSecondFactor(deps, { token: earlier, code, address })
    deps.cookie.write(reply, token)
    return { data: { state: 'ok' as const } }
  }),
  forLogin(getSession, async (_deps, _input, { session }) => ({ data: presentSession(session) })),
  forLogin(enterClinic, async (deps, { clinicId }, { token }) => {
    const outcome = await sessions.enterClinic(deps, token, clinicId)
    if (outcome === 'not_found') refuse('not_found', { resource: 'clinic' })
    if (outcome === 'second_factor_required') refuseStaff(outcome)
    return { data: presentSession(await requireSession(deps, token)) }
  }),
  forAnybody(logOut, async (deps, _input, { request, reply }) => {
    const token = deps.cookie.read(request)
    if (token !== undefined) await sessions.endSession(deps, token)
    deps.cookie.clear(reply)
    return { data: { state: 'ended' as const } }
  }),
  forLogin(confirmIdentity, async (deps, proof, { token, address }) => {
    await confirm.confirmIdentity(deps, { ...proof, token, address })
    const until = sessions.confirmedUntil(await requireSession(deps, token))
    return { data: { until: until ?? refuse('unauthenticated') } }
  }),
  forLogin(listSessions, async (deps, _input, { token }) => ({
    data: (await ownSessions(deps, token)).map(presentOpenSession),
  })),
  forLogin(endSession, async (deps, { id }, { token, session, reply }) => {
    if ((await endOwnSessions(deps, token, id)) === 0) refuse('not_found', { resource: 'session' })
    if (id === session.session_id) deps.cookie.clear(reply)
    return { data: { id, ended: true } }
  }),
  forLogin(endOtherSessions, async (deps, _input, { token }) => ({
    data: { ended: await endOwnSessions(deps, token, null) },
  })),
]
