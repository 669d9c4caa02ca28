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
import * as logins from '../domain/staff/log-in.ts'
import { endOwnSessions, ownSessions } from '../domain/staff/own-sessions.ts'
import * as sessions from '../domain/staff/session.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'
import { presentOpenSession, presentSession } from '../present/staff.ts'
import { requireSession } from './visit.ts'

/** Who is logged in and where: contract section 11a. */
export const sessionApi = [
  implement(logIn, async (visit, credentials) => {
    const { token, state } = await logins.logIn(visit, credentials)
    visit.keepToken(token)
    return { data: { state } }
  }),
  implement(giveSecondFactor, async (visit, { code }) => {
    const token = visit.token ?? refuse('unauthenticated')
    visit.keepToken(await secondFactor.giveSecondFactor({ ...visit, token }, code))
    return { data: { state: 'ok' as const } }
  }),
  implement(getSession, async ({ session }) => ({ data: presentSession(session) })),
  implement(enterClinic, async (login, { clinicId }) => {
    const outcome = await sessions.enterClinic(login, clinicId)
    if (outcome === 'not_found') refuse('not_found', { resource: 'clinic' })
    if (outcome === 'second_factor_required') refuse(outcome)
    return { data: presentSession(await requireSession(login, login.token)) }
  }),
  implement(logOut, async visit => {
    if (visit.token !== undefined) await sessions.logOut(visit, visit.token)
    visit.forgetToken()
    return { data: { state: 'ended' as const } }
  }),
  implement(confirmIdentity, async (login, proof) => {
    await confirm.confirmIdentity(login, proof)
    const until = sessions.confirmedUntil(await requireSession(login, login.token))
    return { data: { until: until ?? refuse('unauthenticated') } }
  }),
  implement(listSessions, async login => ({
    data: (await ownSessions(login)).map(presentOpenSession),
  })),
  implement(endSession, async (login, { id }) => {
    if ((await endOwnSessions(login, id)) === 0) refuse('not_found', { resource: 'session' })
    if (id === login.session.session_id) login.forgetToken()
    return { data: { id, ended: true } }
  }),
  implement(endOtherSessions, async login => ({
    data: { ended: await endOwnSessions(login, null) },
  })),
]
