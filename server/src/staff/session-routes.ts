import { Id, type Static, Text, type TObject, Type } from '@clinic/contract/kernel.ts'
import { validator } from '@clinic/contract/validate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { giveSecondFactor } from '../domain/staff/give-second-factor.ts'
import { logIn } from '../domain/staff/log-in.ts'
import { endSession, enterClinic, type StaffSession, sessionOf } from '../domain/staff/session.ts'
import type { StaffDeps } from '../domain/staff/staff-deps.ts'
import { Refusal, refuse } from '../kernel/errors.ts'
import { presentSession } from './present-session.ts'
import type { SessionCookie } from './session-cookie.ts'
import { StaffRefusal } from './staff-problems.ts'

export interface SessionRouteDeps extends StaffDeps {
  cookie: SessionCookie
  /** Where a request came from. */
  addressOf(request: FastifyRequest): string
}

const closed = { additionalProperties: false }
const Credentials = Type.Object({ email: Text(1, 254), password: Text(1, 256) }, closed)
const Code = Type.Object({ code: Text(1, 64) }, closed)
const Choice = Type.Object({ clinicId: Id }, closed)

function bodyOf<Schema extends TObject>(schema: Schema): (request: FastifyRequest) => Static<Schema> {
  const { check, issues } = validator(schema)
  return ({ body = {} }) => {
    if (check(body)) return body
    throw new Refusal('validation_failed', { issues: issues(body) })
  }
}

/** Who is logged in and where: contract section 11a. */
export function sessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { cookie, addressOf } = deps
  const [credentialsIn, codeIn, choiceIn] = [bodyOf(Credentials), bodyOf(Code), bodyOf(Choice)]
  const tokenOf = (request: FastifyRequest) => cookie.read(request) ?? refuse('unauthenticated')

  app.post('/session', async (request, reply) => {
    const login = { ...credentialsIn(request), address: addressOf(request), earlier: cookie.read(request) }
    const { token, state } = await logIn(deps, login)
    cookie.write(reply, token)
    return { data: { state } }
  })

  app.post('/session/second-factor', async (request, reply) => {
    const { code } = codeIn(request)
    const { token } = await giveSecondFactor(deps, { token: tokenOf(request), code, address: addressOf(request) })
    cookie.write(reply, token)
    return { data: { state: 'ok' } }
  })

  app.get('/session', async request => ({ data: presentSession(await requireSession(deps, tokenOf(request))) }))

  app.put('/session/clinic', async request => {
    const { clinicId } = choiceIn(request)
    const token = tokenOf(request)
    await requireSession(deps, token)
    const outcome = await enterClinic(deps, token, clinicId)
    if (outcome === 'not_found') refuse('not_found', { resource: 'clinic' })
    if (outcome === 'second_factor_required') throw new StaffRefusal(outcome)
    return { data: presentSession(await requireSession(deps, token)) }
  })

  app.delete('/session', async (request, reply) => {
    const token = cookie.read(request)
    if (token !== undefined) await endSession(deps, token)
    cookie.clear(reply)
    return { data: { state: 'ended' } }
  })
}

/** The session of a login that is complete. */
export async function requireSession(deps: StaffDeps, token: string): Promise<StaffSession> {
  const session = (await sessionOf(deps, token)) ?? refuse('unauthenticated')
  if (session.state !== 'ok') throw new StaffRefusal('second_factor_required')
  return session
}
